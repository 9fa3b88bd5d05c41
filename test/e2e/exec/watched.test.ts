import { describe, expect, it } from 'vitest';
import { type Looker, watched } from '../../support/exec/looker.js';
import { documentOf, exec, nodeProgram } from '../../support/process/exec.js';

/** A program with the dashboard beside it: looking on changes nothing. Source: decision 0086. */

/** Polls and trades for forty minutes, and reads the stream of prices beside. */
const BOT = `
const { ORRERY_URL: url, ORRERY_ACCOUNT: account } = process.env;
const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
const base = url + '/v3/accounts/' + account;
const stop = new AbortController();
let lines = 0;
const reading = (async () => {
  const stream = await fetch(base + '/pricing/stream?instruments=EUR_USD', { headers, signal: stop.signal });
  for await (const piece of stream.body) lines += String(Buffer.from(piece)).split('\\n').length - 1;
})().catch(() => undefined);
for (let turn = 0; turn < 40; turn += 1) {
  const { prices: [{ bids }] } = await (await fetch(base + '/pricing?instruments=EUR_USD', { headers })).json();
  const order = { type: 'MARKET', instrument: 'EUR_USD', units: String((lines % 7) - 3 || 5), stopLossOnFill: { distance: '0.0003' } };
  if (turn % 4 === 1) await fetch(base + '/orders', { method: 'POST', headers, body: JSON.stringify({ order }) });
  await new Promise(resolve => setTimeout(resolve, 60_000));
}
stop.abort();
await reading;
process.exitCode = 3;
`;

/** Pauses, plays and steps in an order that the wall decides. */
async function handle(looker: Looker): Promise<void> {
  const verbs: readonly (readonly [verb: string, body?: object])[] = [
    ['pause'],
    ['advance', { ticks: 1 }],
    ['advance', { candle: 'M1' }],
    ['play', { speed: 5_000 }],
    ['pause'],
    ['advance', { to: '2024-03-04T20:00:00Z', until: 'fill', orStay: true }],
    ['play', { speed: 20_000, pauseAt: ['fill'] }],
    ['pause'],
    ['play', { speed: 'max' }],
  ];
  for (const [verb, body] of verbs) {
    const { status } = await looker.ask('POST', `/_sim/clock/${verb}`, body);
    expect([200, 409], verb).toContain(status);
    await looker.ask('GET', '/_sim/requests');
  }
  await looker.untilOver();
}

describe('a program that is watched', () => {
  it('has the ledger that it has alone, whatever is done with its time', async () => {
    const program = ['--virtual-time', '--json', '--', ...nodeProgram(BOT)];
    const alone = documentOf(await exec(program));
    const run = await watched(['--speed', '600', ...program], handle);
    const seen = documentOf(run);
    expect([seen.ledger, seen.exec.now]).toEqual([alone.ledger, alone.exec.now]);
    expect(alone.ledger.transactions).toBeGreaterThan(20);
    expect([run.status, alone.exec.exitCode]).toEqual([3, 3]);
  });

  it('is not changed by watching, and stays to be watched', async () => {
    const program = ['--virtual-time', '--speed', 'max', '--', ...nodeProgram(BOT)];
    const answers: unknown[] = [];
    const { status, stderr } = await watched(program, async looker => {
      await looker.untilOver();
      const { simulations } = (await looker.ask('GET', '/_sim/simulations')).body as {
        readonly simulations: readonly {
          readonly holder: object;
          readonly accounts: { id: string }[];
        }[];
      };
      const [
        {
          holder,
          accounts: [account],
        } = { holder: {}, accounts: [] },
      ] = simulations;
      const order = { type: 'MARKET', instrument: 'EUR_USD', units: '1' };
      const asked = [
        await looker.ask('POST', `/v3/accounts/${account?.id}/orders`, { order }),
        await looker.ask('POST', '/_sim/rewind', { to: '2024-03-04T00:10:00Z' }),
        await looker.ask('POST', '/_sim/faults', { status: 500 }),
        await looker.ask('POST', '/_sim/clock/play'),
        await looker.ask('POST', '/_sim/fork', {}),
        await looker.ask('GET', '/_sim/requests?status=2xx&limit=1'),
      ];
      answers.push(holder, ...asked.map(({ status, body }) => [status, body['errorMessage']]));
      const [request] = (asked.at(-1)?.body['requests'] ?? []) as readonly {
        readonly id: string;
      }[];
      answers.push((await looker.ask('GET', `/_sim/requests/${request?.id}`)).body['answer']);
    });
    expect(answers).toEqual([
      { kind: 'program', name: expect.stringMatching(/bot\.mjs$/) },
      [409, 'Only the program trades in this simulation; fork it to trade by hand'],
      [409, 'A running program cannot go back; fork the past instead'],
      [409, 'Only the program trades in this simulation; fork it to trade by hand'],
      [409, 'The program has ended, with exit code 3'],
      [201, undefined],
      [200, undefined],
      expect.stringMatching(/^\{"/),
    ]);
    expect([status, stderr]).toEqual([3, expect.stringMatching(/stays at http:\S+ until Ctrl-C/)]);
  });

  it('waits for the page that is to play its time', async () => {
    const program = ['--paused', '--speed', '60000', '--json', '--', ...nodeProgram(BOT)];
    const run = await watched(['--virtual-time', ...program], async looker => {
      expect(await looker.clock()).toMatchObject({ state: 'paused', speed: 60_000 });
      await looker.ask('POST', '/_sim/clock/play');
      await looker.untilOver();
    });
    expect(documentOf(run).exec).toMatchObject({ exitCode: 3, ending: 'program' });
  });

  it('has no page without being asked for one', async () => {
    for (const [flag, said] of [
      [['--port', '8025'], 'is that of --dashboard'],
      [['--paused'], 'needs --dashboard, whose page plays time'],
    ] as const) {
      const { status, stderr } = await exec([...flag, '--', 'true']);
      expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
    }
  });
});
