/** A program that is killed and started again in the same sandbox, and one whose clock is wrong. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../src/data/storage/scenario/scenario-file.js';
import type { RunOrder } from '../../src/exec/run-order.js';
import { runProgram } from '../../src/exec/run-program.js';
import { ROOT } from '../support/files/paths.js';
import { temporaryFile } from '../support/files/temporary.js';
import { at } from '../support/market/fixtures.js';
import { hasPython, PYTHON } from '../support/python/run-python.js';

/** Waits a minute, buys, and says before and after what it is told and what its clock shows. */
const NODE_BOT = `
import { appendFileSync } from 'node:fs';
const { ORRERY_URL, ORRERY_TOKEN, ORRERY_ACCOUNT } = process.env;
const headers = { authorization: 'Bearer ' + ORRERY_TOKEN, 'content-type': 'application/json' };
const ask = (method, path, body) =>
  fetch(ORRERY_URL + '/v3/accounts/' + ORRERY_ACCOUNT + path, { method, headers, body }).then(a => a.json());
const say = (...words) => appendFileSync(process.argv[2], words.join(' ') + '\\n');
const clock = () => new Date().toISOString().slice(11, 19);
say(clock(), (await ask('GET', '/openTrades')).trades.length);
await new Promise(resolve => setTimeout(resolve, 60_000));
await ask('POST', '/orders', '{"order":{"type":"MARKET","instrument":"EUR_USD","units":"1000"}}');
await new Promise(resolve => setTimeout(resolve, 60_000));
say(clock(), (await ask('GET', '/openTrades')).trades.length);
`;
const PYTHON_BOT = `
import datetime, json, os, sys, time, urllib.request
def ask(method, path, body=None):
    url = os.environ['ORRERY_URL'] + '/v3/accounts/' + os.environ['ORRERY_ACCOUNT'] + path
    headers = {'Authorization': 'Bearer ' + os.environ['ORRERY_TOKEN'], 'Content-Type': 'application/json'}
    return json.load(urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method)))
def say():
    now = datetime.datetime.now(datetime.timezone.utc)
    assert abs(now.timestamp() - time.time()) < 1
    with open(sys.argv[1], 'a') as file:
        print(now.strftime('%H:%M:%S'), len(ask('GET', '/openTrades')['trades']), file=file)
say()
time.sleep(60)
ask('POST', '/orders', b'{"order":{"type":"MARKET","instrument":"EUR_USD","units":"1000"}}')
time.sleep(60)
say()
`;
const SECOND = 1_000_000;
/** Between the order and the second look. */
const HALF_WAY = at('2024-03-04T00:01:30Z');

type Bot = readonly [program: string, source: string, name: string];

describe('a program of Node', () => holdsIn([process.execPath, NODE_BOT, 'bot.mjs']));
describe.skipIf(!hasPython())('a program of Python [needs python3]', () =>
  holdsIn([PYTHON, PYTHON_BOT, 'bot.py']),
);

function holdsIn([program, source, name]: Bot): void {
  const run = (order: Disturbed) => runOf([program, source, name], order);

  it('is killed at an instant, and finds its account as it was', async () => {
    const killed = HALF_WAY;
    const { lines, units, exitCode, restarted } = await run({
      restart: { when: killed, awayMicros: 15 * SECOND },
    });
    expect(restarted).toEqual({ killed, started: killed + 15 * SECOND });
    expect(lines).toEqual(['00:00:00 0', '00:01:45 1', '00:03:45 2']);
    expect([units, exitCode]).toEqual([['1000', '1000'], 0]);
  });

  it('is killed with a request, which takes effect', async () => {
    const { lines, units } = await run({
      restart: { when: { operation: 'createOrder', nth: 1 }, awayMicros: 0 },
    });
    expect(lines).toEqual(['00:00:00 0', '00:01:00 1', '00:03:00 2']);
    expect(units).toEqual(['1000', '1000']);
  });

  it('is left alone when it ends before', async () => {
    const when = at('2024-03-04T12:00:00Z');
    const { lines, restarted } = await run({ restart: { when, awayMicros: 0 } });
    expect(restarted).toBeUndefined();
    expect(lines).toEqual(['00:00:00 0', '00:02:00 1']);
  });

  it('has a clock that is wrong from an instant on, and sleeps as before', async () => {
    const { lines } = await run({ clockJump: { at: HALF_WAY, by: 3_600 * SECOND } });
    expect(lines).toEqual(['00:00:00 0', '01:02:00 1']);
  });
}

type Disturbed = Pick<RunOrder, 'restart' | 'clockJump'>;

async function runOf([program, source, name]: Bot, order: Disturbed) {
  const { scenario, dialect } = await loadScenario(join(ROOT, 'scenarios', 'quickstart.yaml'));
  const said = temporaryFile('said', '');
  const outcome = await runProgram({
    ...{ scenario, dialect, mode: 'lockstep' },
    ...{ virtualTime: true, strict: false, unguarded: false, quiet: true },
    command: [program, temporaryFile(name, source), said],
    stop: new AbortController().signal,
    tell: () => undefined,
    ...order,
  });
  const lines = readFileSync(said, 'utf8').trim().split('\n');
  const units = [...outcome.simulation.engine.ledger].flatMap(each =>
    each.type === 'ORDER_FILL' ? [each.units] : [],
  );
  const { exitCode, restarted } = outcome;
  return { lines: lines.map(each => each.trim()), units, exitCode, restarted };
}
