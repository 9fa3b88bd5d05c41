import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { strictTrouble } from '../../../src/exec/layers/strict.js';
import { documentOf, execPlain, nodeProgram, unheld } from '../../support/process/exec.js';

const TROUBLE = await strictTrouble();
const WHY = TROUBLE === undefined ? '' : ` [strict mode ${TROUBLE}]`;
const MANUAL = ['--clock', 'manual', '--json'];

/** Asks the live host by its name and another host by name and by address, without any layer's help. */
const CANARY = `
import { request } from 'node:https';
import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
const ca = readFileSync(process.env.ORRERY_CA);
const headers = { authorization: 'Bearer live-token' };
const live = await new Promise((resolve, reject) => {
  request('https://api-fxtrade.oanda.com/v3/accounts', { ca, headers }, resolve)
    .on('error', reject)
    .end();
});
live.resume();
const codeOf = target => new Promise(resolve => {
  const socket = connect(target, () => resolve('connected'));
  socket.on('error', ({ code }) => resolve(code));
});
const codes = [live.statusCode];
codes.push(await codeOf({ port: 443, host: 'example.com' }));
codes.push(await codeOf({ port: 443, host: '192.0.2.7' }));
console.error(JSON.stringify({ codes, user: process.getuid() }));
process.exit(3);
`;

describe.skipIf(TROUBLE !== undefined)(`orrery exec --strict${WHY}`, () => {
  it('holds a program that no preload holds, and has its exit code and user', async () => {
    const run = await execPlain([...MANUAL, '--strict', '--', ...unheld(nodeProgram(CANARY))]);
    expect(run.status, run.stderr).toBe(3);
    const { codes, user } = JSON.parse(run.stderr.split('\n').find(line => /^\{/.test(line)) ?? '');
    expect(codes).toEqual([200, expect.stringMatching(/ENOTFOUND|EAI/), 'ENETUNREACH']);
    expect(user).toBe(process.getuid?.());
    const { requests, refused, notHeld } = documentOf(run).exec;
    expect([requests, notHeld]).toEqual([{ listAccounts: 1 }, {}]);
    expect(Object.keys(refused)).toEqual(['example.com (name)']);
  });

  it('has no word of the shell for a program that a signal ended', async () => {
    const run = await execPlain(['--clock', 'manual', '--strict', '--', 'sh', '-c', 'kill -9 $$']);
    expect([run.status, run.stderr.includes('Killed')], run.stderr).toEqual([137, false]);
  });

  it('says that there is no such command, and hands signals on', async () => {
    const text =
      "process.on('SIGTERM', () => process.exit(6)); setInterval(() => {}, 1000); console.error('ready');";
    let isSent = false;
    const [none, ended] = await Promise.all([
      execPlain([...MANUAL, '--strict', '--', 'no-such-bot']),
      execPlain([...MANUAL, '--strict', '--', ...nodeProgram(text)], (said, pid) => {
        if (said.includes('ready') && !isSent) process.kill(pid, 'SIGTERM');
        isSent ||= said.includes('ready');
      }),
    ]);
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('no such command')]);
    expect(ended.status).toBe(6);
  });
});

const OUTER = Object.values(networkInterfaces())
  .flat()
  .find(each => each?.family === 'IPv4' && !each.internal)?.address;

describe.skipIf(process.platform !== 'linux' || OUTER === undefined)(
  'the guard [needs Linux and an address beyond the loopback]',
  () => {
    it('ends a program that nothing holds and that has a socket beyond this machine', async () => {
      // A datagram socket that is connected to this machine's own address sends nothing.
      const text = `
import { createSocket } from 'node:dgram';
const socket = createSocket('udp4');
socket.connect(9, '${OUTER}');
setInterval(() => {}, 1000);
`;
      const run = await execPlain([...MANUAL, '--', ...unheld(nodeProgram(text))]);
      expect(run.status, run.stderr).toBe(77);
      expect(run.stderr).toContain(`bot.mjs (process `);
      expect(run.stderr).toContain(`is connected to ${OUTER}:9`);
    });
  },
);
