/** How many connections a program makes that polls once a minute. Source: decision 0079. */

import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../support/files/temporary.js';
import { execPlain } from '../../support/process/exec.js';
import { hasModules } from '../../support/python/pytest.js';
import { PYTHON } from '../../support/python/run-python.js';

const POLLER = `
import diagnostics from 'node:diagnostics_channel';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
const url = 'https://api-fxpractice.oanda.com/v3/accounts';
const headers = { authorization: 'Bearer of-the-program' };
let opened = 0;
diagnostics.subscribe('undici:client:connected', () => opened++);
const ports = new Set();
const get = () => new Promise(resolve => https.get(url, { headers }, answer => {
  ports.add(answer.socket.localPort);
  answer.resume().on('end', resolve);
}));
for (let minute = 0; minute < 60; minute++) {
  const answer = await fetch(url, { headers });
  await answer.text();
  await get();
  await sleep(60_000);
}
console.log(opened, ports.size, process.uptime());
`;

const COMMON = `
import asyncio, time
URL = 'https://api-fxpractice.oanda.com/v3/accounts'
HEADERS = {'Authorization': 'Bearer of-the-program'}
opened = []
`;

/** Programs that poll once a minute for an hour, and say how many connections they have made. */
const PYTHON_CLIENTS = {
  httpx: `${COMMON}
import httpx
def note(name, info):
    if name == 'connection.connect_tcp.complete': opened.append(name)
with httpx.Client(headers=HEADERS) as client:
    for minute in range(60):
        client.get(URL, extensions={'trace': note}).raise_for_status()
        time.sleep(60)
print(len(opened))
`,
  aiohttp: `${COMMON}
import aiohttp
async def note(session, context, params): opened.append(params)
async def main():
    trace = aiohttp.TraceConfig()
    trace.on_connection_create_end.append(note)
    async with aiohttp.ClientSession(headers=HEADERS, trace_configs=[trace]) as session:
        for minute in range(60):
            async with session.get(URL) as answer: await answer.read()
            await asyncio.sleep(60)
    print(len(opened))
asyncio.run(main())
`,
} as const;

const PROXIES = `
import { execFileSync, execSync, spawn } from 'node:child_process';
const show = 'echo $HTTPS_PROXY $http_proxy';
const child = spawn('sh', ['-c', show]);
let said = '';
for await (const piece of child.stdout) said += piece;
const said2 = execFileSync('sh', ['-c', show], { env: { PATH: process.env.PATH } });
const own = execFileSync('sh', ['-c', show], { env: { HTTPS_PROXY: 'own', http_proxy: 'too' } });
const front = 'http://127.0.0.1:' + process.env.ORRERY_FRONT_PORT;
console.log(JSON.stringify([
  Object.keys(process.env).filter(name => /^(?:https?|all|no|wss)_proxy$/i.test(name)),
  ...[said, execSync(show), said2].map(text => String(text).trim() === front + ' ' + front),
  String(own).trim(),
]));
`;

describe('a Node program under --virtual-time', () => {
  it('keeps one connection of each client for an hour of polls', async () => {
    const bot = temporaryFile('bot.mjs', POLLER);
    const { stdout, stderr } = await execPlain(['--virtual-time', '--', process.execPath, bot]);
    expect(stdout, stderr).toBe('1 1 3600\n');
  });

  it('sees no proxy, whose tunnels some clients make anew each time; its children do', async () => {
    const bot = temporaryFile('bot.mjs', PROXIES);
    const { stdout, stderr } = await execPlain(['--virtual-time', '--', process.execPath, bot]);
    expect(JSON.parse(stdout || stderr)).toEqual([[], true, true, true, 'own too']);
  });
});

describe.each(Object.entries(PYTHON_CLIENTS))('%s under --virtual-time', (name, program) => {
  it.skipIf(!hasModules(name))(
    `keeps one connection for an hour of polls [needs ${name}]`,
    async () => {
      const bot = temporaryFile('bot.py', program);
      const { stdout, stderr } = await execPlain(['--virtual-time', '--', PYTHON, bot]);
      expect(stdout, stderr).toBe('1\n');
    },
  );
});
