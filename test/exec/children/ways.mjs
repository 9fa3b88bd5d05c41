// Waits for child processes in the ways that its arguments name, and says when each was over: WAY:KIND ...
// A timer places orders meanwhile, so that the ledger shows when time passed. Source: decision 0064.

import { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const NODE = "setTimeout(() => { console.log('word'); setTimeout(() => {}, 2000); }, 3000)";
const PYTHON = "import os, time; time.sleep(3); os.write(1, b'word\\n'); time.sleep(2)";
/** @type {any} */
const KINDS = {
  outside: ['sh', '-c', 'sleep 0.05; echo word; sleep 0.02'],
  node: ['node', '-e', NODE],
  python: ['python3', '-c', PYTHON],
  mixed: ['sh', '-c', `sleep 0.02; node -e "${NODE}" | cat; sleep 0.02`],
};
/** @param {string[]} words */
const quoted = words => words.map(word => `'${word.replaceAll("'", `'"'"'`)}'`).join(' ');

/** @type {Record<string, (words: any) => any>} */
const WAYS = {
  async spawn([file, ...args]) {
    const child = spawn(file, args);
    let text = '';
    child.stdout.on('data', piece => {
      text += piece;
    });
    await once(child, 'close');
    return text;
  },
  exec: async words => (await promisify(exec)(quoted(words))).stdout,
  execFile: async ([file, ...args]) => (await promisify(execFile)(file, args)).stdout,
  spawnSync: ([file, ...args]) => String(spawnSync(file, args).stdout),
  execSync: words => String(execSync(quoted(words))),
  execFileSync: ([file, ...args]) => String(execFileSync(file, args)),
  async fork(words) {
    const child = fork(fileURLToPath(import.meta.url), ['forked', JSON.stringify(words)]);
    const [text] = await once(child, 'message');
    await once(child, 'close');
    return text;
  },
};

function order() {
  const { ORRERY_ACCOUNT: account } = process.env;
  return fetch(`https://api-fxpractice.oanda.com/v3/accounts/${account}/orders`, {
    method: 'POST',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    body: JSON.stringify({ order: { type: 'MARKET', instrument: 'EUR_USD', units: '10' } }),
  }).then(answer => answer.text());
}

const [, , first, given] = process.argv;
if (first === 'forked') {
  process.send?.(WAYS['spawnSync']?.(JSON.parse(String(given))));
} else {
  const beat = setInterval(order, 700);
  for (const each of process.argv.slice(2)) {
    const [way = '', kind = ''] = each.split(':');
    const before = Date.now();
    const text = await WAYS[way]?.(KINDS[kind]);
    console.log(each, text === 'word\n', (Date.now() - before) / 1000);
    await order();
  }
  clearInterval(beat);
}
