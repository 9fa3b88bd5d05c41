import { describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../../src/broker/api/server.js';
import type { Sandboxes } from '../../../src/broker/runtime/sandboxes.js';
import { openStore } from '../../../src/broker/store/store.js';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { MemoryDisk, systemError } from '../../support/store/memory-disk.js';
import { HEADER } from '../../support/store/store-run.js';

/** Answers of a server that keeps what happens. */

const SERVER = {
  host: '127.0.0.1',
  port: 0,
  mode: 'manual',
  speed: 1,
  dialect: 'current',
  token: 'token-of-the-owner',
} as const;

const refuse = (): never => {
  throw new Error('only main is served');
};

async function serve(disk: MemoryDisk, onFailure: (error: Error) => void): Promise<RunningServer> {
  const makers = { create: refuse, fork: refuse };
  const options = { header: HEADER, makers, onFailure, tell: () => undefined, storage: disk };
  const keep = async (sandboxes: Sandboxes) => ({
    keeper: await openStore(temporaryFolder(), sandboxes, options),
    tokenFor: (use: string) => `token-for-${use}`,
  });
  return startServer(sandboxScenario(), { ...SERVER, keep });
}

const order = ({ url }: RunningServer) =>
  fetch(`${url}/v3/accounts/${OWN}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SERVER.token}`, 'content-type': 'application/json' },
    body: '{"order":{"type":"MARKET","instrument":"EUR_USD","units":"10"}}',
  });

const ORDER = { type: 'MARKET', instrument: 'EUR_USD', units: '10' };
const CREATE = { operation: 'createOrder', order: ORDER };
const CLOSE = { operation: 'closePosition', instrument: 'EUR_USD', longUnits: 'ALL' };
const ADVANCE = { by: '1m' };
const STEP = [['/_sim/step', { commands: [CREATE, CLOSE], advance: ADVANCE }]] as const;
const REQUESTS = [
  [`/v3/accounts/${OWN}/orders`, { order: ORDER }],
  [`/v3/accounts/${OWN}/positions/EUR_USD/close`, { longUnits: 'ALL' }],
  ['/_sim/clock/advance', ADVANCE],
] as const;

/** Sends a body to a path, with the token and the method that it needs. */
const control = ({ url, controlToken }: RunningServer, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: path.endsWith('/close') ? 'PUT' : 'POST',
    headers: {
      authorization: `Bearer ${path.startsWith('/_sim') ? controlToken : SERVER.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

const logOf = (disk: MemoryDisk) => String(disk.files()['store.ndjson']);

describe('a server that keeps what happens', () => {
  it('answers a command when its record is synced, not before', async () => {
    const calls: string[] = [];
    const disk = new MemoryDisk({ onCall: name => calls.push(name) });
    const server = await serve(disk, () => undefined);
    server.sandbox.simulation.advanceTicks(10);
    expect((await order(server)).status).toBe(201);
    expect(calls.slice(-3)).toEqual(['write', 'sync', 'note']);
    expect(logOf(disk)).toContain('"kind":"input"');
    await server.close();
  });

  it('keeps of a step what it keeps of the same requests, and answers when all is synced', async () => {
    const logs: string[] = [];
    const last: (readonly string[])[] = [];
    for (const asked of [STEP, REQUESTS]) {
      const calls: string[] = [];
      const disk = new MemoryDisk({ onCall: name => calls.push(name) });
      const server = await serve(disk, () => undefined);
      for (const [path, body] of asked) {
        const answer = await control(server, path, body);
        expect([200, 201], await answer.text()).toContain(answer.status);
      }
      logs.push(logOf(disk).replace(/^\w{64} \d+ /gm, ''));
      last.push(calls.slice(-3));
      await server.close();
    }
    expect(logs[0]?.match(/"kind":"\w+"/g)).toEqual(
      ['header', 'input', 'command', 'input', 'command', 'clock'].map(kind => `"kind":"${kind}"`),
    );
    expect(logs[0]).toBe(logs[1]);
    expect(last[0]).toEqual(['write', 'sync', 'note']);
  });

  it('sends no answer when the disk has failed, and says so once', async () => {
    let isFull = false;
    const onCall = (name: string) => {
      if (isFull) throw systemError('ENOSPC', name);
    };
    const failures: string[] = [];
    const server = await serve(new MemoryDisk({ onCall }), ({ message }) => failures.push(message));
    isFull = true;
    const answers = await Promise.allSettled([order(server), order(server)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isFull = false;
    await expect(order(server), 'room on the disk again').rejects.toThrow();
    expect(failures).toEqual(['ENOSPC: write']);
    await server.close();
  });

  it('sends no answer, and keeps nothing more, when a command throws halfway', async () => {
    const disk = new MemoryDisk();
    const failures: string[] = [];
    const server = await serve(disk, ({ message }) => failures.push(message));
    const { simulation } = server.sandbox;
    simulation.advanceTicks(10);
    const stop = simulation.onTransaction(() => {
      throw new Error('a listener threw');
    });
    await expect(order(server)).rejects.toThrow();
    stop();
    await expect(order(server)).rejects.toThrow();
    expect(failures).toEqual(['a listener threw']);
    expect(logOf(disk)).not.toContain('"kind":"input"');
    await server.close();
  });
});
