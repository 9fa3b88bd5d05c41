/**
 * Runs commands of `orrery` one after another in one process, for the snippets of documents. A
 * connection sends the number of its fields and then the fields, each ended by a NUL: the folder for
 * the output, the working folder, the environment (`NAME=value` lines), and the arguments. The
 * answer is the exit code; `out` and `err` in the folder hold what was printed.
 */

import { Console } from 'node:console';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { printTo } from '../../../dist/cli/output/terminal/print.js';
import { runGuarded } from '../../../dist/cli/run-guarded.js';

process.env['TZ'] = 'UTC';
const LISTENED = /** @type {const} */ (['exit', 'uncaughtException', 'unhandledRejection']);
const report = process.stdout.write.bind(process.stdout);
let printed = { out: '', err: '' };
const messages = new Writable({
  decodeStrings: true,
  write(chunk, _encoding, done) {
    printed.err += String(chunk);
    done();
  },
});
for (const name of ['stdout', 'stderr']) {
  Object.defineProperty(process, name, { value: messages, configurable: true });
}
globalThis.console = new Console(messages);
printTo({
  write: text => {
    printed.out += text;
  },
  isTerminal: false,
});

/** @param {readonly string[]} fields */
async function answer([folder = '', cwd = '', environment = '', ...args]) {
  printed = { out: '', err: '' };
  const before = { ...process.env };
  for (const line of environment.split('\n').filter(text => text !== '')) {
    process.env[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  }
  process.chdir(cwd);
  process.exitCode = undefined;
  const code = await runGuarded(args, ended => {
    printed.err += `the command was ended with ${ended}\n`;
  });
  process.exitCode = undefined;
  for (const event of LISTENED) process.removeAllListeners(event);
  process.env = before;
  writeFileSync(join(folder, 'out'), printed.out);
  writeFileSync(join(folder, 'err'), printed.err);
  return code;
}

let turn = Promise.resolve();
const server = createServer(socket => {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', chunk => {
    text += chunk;
    const [count = '', ...fields] = text.split('\0').slice(0, -1);
    if (count === '' || fields.length < Number(count)) return;
    turn = turn.then(async () => {
      socket.end(`${await answer(fields)}\n`);
    });
  });
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  report(`${address.port}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
