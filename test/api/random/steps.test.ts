import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STEP_OPERATIONS } from '../../../src/broker/api/control/schema/step.js';
import { Prng } from '../../../src/core/base/prng.js';
import type { Command } from '../../../src/core/engine/state/command.js';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import { ledgerHash } from '../../../src/data/record/ledger-file.js';
import { CONTROL_TOKEN, type TestAnswer, type TestApi, testApi } from '../../support/api/api.js';
import { requestOf, stepCommandOf } from '../../support/api/command-request.js';
import { control } from '../../support/api/control.js';
import { FOREIGN, OWN, OWN_SECOND, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { furnish } from '../../support/api/trading.js';
import { mutatedRequest, validRequest, withIDs } from '../../support/arbitrary/api-arbitraries.js';
import { jsonText } from '../../support/arbitrary/nasty.js';
import { pick } from '../../support/random/draw.js';
import { drawMakers, type Maker, makeCommand } from '../../support/random/random-command.js';

/**
 * Steps = requests: random commands and turns give the same answers, the same changes and the same
 * ledger, whether each is a request of its own or a step has them all.
 */

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 4);
const STEPS = 12;
const ACCOUNTS = [OWN, OWN_SECOND, FOREIGN];
const TURNS = [{ ticks: 1 }, { ticks: 300 }, { by: '0s' }, { by: '7m' }, { candle: 'H1' }];
const STOPS = ['fill', 'transaction', 'tick'];

interface Sent {
  readonly accountID: string;
  readonly command: Command;
}

function drawTurn(random: Prng): object {
  const turn = pick(random, TURNS);
  return 'ticks' in turn || random.nextInt(0, 2) > 0
    ? turn
    : { ...turn, until: pick(random, STOPS) };
}

function drawCommands({ sandbox }: TestApi, random: Prng, makers: readonly Maker[]): Sent[] {
  const { quotes } = sandbox.simulation.engine.state;
  const drawn = Array.from({ length: random.nextInt(0, 5) }, () => {
    const slot = random.nextInt(0, 2);
    const instrument = quotes.instrument(slot);
    const level = quotes.bidPoints(slot);
    const at = { random, instrument, level, now: sandbox.simulation.now };
    return { accountID: pick(random, ACCOUNTS), command: makeCommand(makers, at) };
  });
  return drawn.filter(({ command }) => requestOf(command) !== undefined);
}

function asked(api: TestApi, { accountID, command }: Sent): Promise<TestAnswer> {
  const [method, path, body] = requestOf(command) ?? expect.unreachable();
  const headers = { authorization: `Bearer ${api.tokenOf(accountID)}` };
  return api.bare(method, `/v3/accounts/${accountID}${path}`, body, headers);
}

interface StepBody {
  readonly results: readonly object[];
  readonly accounts: readonly object[];
}

async function stepped(api: TestApi, sent: readonly Sent[], advance: object): Promise<StepBody> {
  const commands = sent.map(({ accountID, command }) => ({
    accountID,
    ...stepCommandOf(command),
  }));
  const { status, text, body } = await control(api, 'POST', '/step', { commands, advance });
  expect(status, text).toBe(200);
  return body as unknown as StepBody;
}

async function changesSince(api: TestApi, ids: ReadonlyMap<string, number>): Promise<object[]> {
  return Promise.all(
    [...ids].map(async ([accountID, last]) => {
      const path = `/v3/accounts/${accountID}/changes?sinceTransactionID=${last}`;
      const headers = { authorization: `Bearer ${api.tokenOf(accountID)}` };
      return { accountID, ...(await api.bare('GET', path, undefined, headers)).body };
    }),
  );
}

function lastIDs({ sandbox: { simulation } }: TestApi): ReadonlyMap<string, number> {
  return new Map(ACCOUNTS.map(id => [id, simulation.account(id)?.log.lastID ?? 0]));
}

const hashOf = ({ sandbox }: TestApi) => ledgerHash(sandbox.simulation.engine.ledger);

describe('steps and requests', () => {
  it('give the same answers, changes and ledger', async () => {
    const seeds = fc.record({ seed: fc.nat(), rejectMillionths: fc.constantFrom(0, 0, 200_000) });
    const property = fc.asyncProperty(seeds, async ({ seed, rejectMillionths }) => {
      const scenario = sandboxScenario({ execution: { ...IDEAL_EXECUTION, rejectMillionths } });
      const [one, other] = [await testApi(scenario), await testApi(scenario)];
      const random = new Prng(seed);
      const makers = drawMakers(random);
      for (let step = 0; step < STEPS; step++) {
        const sent = drawCommands(one, random, makers);
        const turn = drawTurn(random);
        const before = lastIDs(one);
        const answers: object[] = [];
        for (const each of sent) {
          const { status, body } = await asked(one, each);
          answers.push({ status, body });
        }
        await one.advance(turn);
        const { results, accounts } = await stepped(other, sent, turn);
        expect(results).toEqual(answers);
        expect(accounts).toEqual(await changesSince(one, before));
        expect(other.sandbox.simulation.place).toEqual(one.sandbox.simulation.place);
      }
      expect(hashOf(other)).toBe(hashOf(one));
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  it('give the same ledger under latency', async () => {
    const latency = { minMicros: 1_000_000, maxMicros: 90_000_000 };
    const scenario = sandboxScenario({ execution: { ...IDEAL_EXECUTION, latency } });
    const property = fc.asyncProperty(fc.nat(), async seed => {
      const [one, other] = [await testApi(scenario), await testApi(scenario)];
      const random = new Prng(seed);
      const makers = drawMakers(random);
      const answers: Promise<TestAnswer>[] = [];
      for (let step = 0; step < STEPS; step++) {
        const sent = drawCommands(one, random, makers);
        const turn = drawTurn(random);
        const { engine } = one.sandbox.simulation;
        for (const each of sent) {
          const accepted = engine.accepted.length;
          let isAnswered = false;
          const answer = asked(one, each);
          answers.push(answer);
          void answer.then(() => {
            isAnswered = true;
          });
          while (!isAnswered && engine.accepted.length === accepted) {
            await new Promise(resolve => setImmediate(resolve));
          }
        }
        await one.advance(turn);
        await stepped(other, sent, turn);
        expect(other.sandbox.simulation.place).toEqual(one.sandbox.simulation.place);
      }
      await one.advance({ by: '2m' });
      await Promise.all(answers);
      await other.advance({ by: '2m' });
      expect(hashOf(other)).toBe(hashOf(one));
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});

/** A write as a command of a step, as documented or with one thing wrong. */
const commands = [...STEP_OPERATIONS.values()].flatMap(operation =>
  [validRequest(operation), mutatedRequest(operation, 1, 1)].map(request =>
    request.map(({ accountID, params, body }) => {
      const given = typeof body === 'object' ? body : { order: body };
      return { operation: operation.operationId, accountID, ...params, ...given };
    }),
  ),
);

/** Where everything stands. */
const standOf = ({ sandbox: { simulation } }: TestApi) => [
  simulation.place,
  simulation.inputs.length,
];

describe('commands that may be wrong', () => {
  it('are all carried out, or none; a result of 400 has its reject', async () => {
    const api = await testApi(sandboxScenario());
    await furnish(api);
    const statuses = new Set<number>();
    const lists = fc.array(fc.oneof(...commands), { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(lists, async given => {
      const { state } = api.sandbox.simulation.account(OWN) ?? expect.unreachable();
      const text = jsonText({ commands: given, advance: { ticks: 1 }, accounts: [] });
      const before = standOf(api);
      const { statusCode, body } = await api.app.inject({
        method: 'POST',
        url: '/_sim/step',
        headers: {
          authorization: `Bearer ${CONTROL_TOKEN}`,
          'content-type': 'application/json',
        },
        payload: withIDs(text, state),
      });
      statuses.add(statusCode);
      expect([200, 400, 413], body).toContain(statusCode);
      if (statusCode !== 200) expect(standOf(api)).toEqual(before);
      else {
        for (const { status, body: result } of (JSON.parse(body) as FuzzedStep).results) {
          expect([200, 201, 400, 403, 404], JSON.stringify(result)).toContain(status);
          const hasReject = (result.relatedTransactionIDs ?? []).length > 0;
          const isConfigured = 'clientConfigureRejectTransaction' in result;
          if (status === 400) expect(hasReject || isConfigured, body).toBe(true);
        }
      }
    });
    await fc.assert(property, { numRuns: RUNS * 25 });
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
  });
});

interface FuzzedStep {
  readonly results: readonly {
    readonly status: number;
    readonly body: { readonly relatedTransactionIDs?: readonly string[] };
  }[];
}
