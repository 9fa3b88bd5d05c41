import { describe, expect, it } from 'vitest';
import { runBacktest } from '../../src/core/run/backtest.js';
import { readInput } from '../../src/core/run/input/input.js';
import type { Scenario } from '../../src/core/run/scenario.js';
import type { Strategy, StrategyContext } from '../../src/core/strategy/strategy.js';
import { instant } from '../../src/core/time/instant.js';
import { counterfactual } from '../../src/core/whatif/counterfactual.js';
import { COMPARED, differenceOf, differencesOf } from '../../src/core/whatif/difference.js';
import { RerunError, rerun } from '../../src/core/whatif/rerun.js';
import { replaySession, type SessionRun } from '../../src/core/whatif/session.js';
import { caseOf } from '../support/random/random-case.js';

/** Random markets; every second one has latency, slippage and chance refusals. */
const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
const NOTHING = { without: new Set<number>(), added: [] };

/** Trades by the draws of its scenario and by what it holds. @param skipped - a command, from 0. */
function wanderer(skipped?: number): Strategy {
  let commands = 0;
  const send = (context: StrategyContext, command: Parameters<StrategyContext['submit']>[0]) => {
    if (commands++ !== skipped) context.submit(command);
  };
  return {
    onTick(context, { instrument, bid }) {
      if (context.random.nextInt(0, 3) > 0) return;
      const [oldest] = context.account.openTrades();
      const held = context.account.unitsOf(instrument);
      if (oldest !== undefined && context.random.nextInt(0, 2) === 0) {
        send(context, { type: 'CloseTrade', tradeSpecifier: oldest.id });
        return;
      }
      const units = String(held > 0 ? -held - 100 : 200);
      const order =
        context.random.nextInt(0, 1) === 0
          ? ({ type: 'MARKET', instrument, units } as const)
          : ({ type: 'LIMIT', instrument, units, price: bid } as const);
      send(context, { type: 'CreateOrder', order });
    },
  };
}

function scenarioOf(seed: number): Scenario {
  const { scenario } = caseOf(seed);
  const accountID = scenario.accounts[0]?.id ?? '';
  return { ...scenario, strategy: { use: 'wanderer', params: {}, accountID } };
}

function run(scenario: Scenario, strategy: Strategy) {
  const result = runBacktest(scenario, { strategy });
  if (result.failure !== undefined) throw result.failure;
  return result;
}

function sessionOf(scenario: Scenario): SessionRun {
  const { inputs } = run(scenario, wanderer());
  const end = instant(scenario.to - 1);
  return replaySession({ scenario, inputs: inputs.map(readInput), end });
}

/** The ledger without the ids of requests: a command that is left out had one all the same. */
const causesApart = (ledger: unknown) =>
  JSON.stringify(ledger, (key, value) => (key === 'requestID' ? undefined : value));

describe('a session whose strategy runs again', () => {
  it('with nothing changed has the ledger of the session', () => {
    for (const seed of SEEDS) {
      const base = sessionOf(scenarioOf(seed));
      const again = rerun(base, NOTHING, { strategy: wanderer() });
      expect(JSON.stringify(again.run.engine.ledger)).toBe(JSON.stringify(base.run.engine.ledger));
      for (const difference of differencesOf(again)) {
        for (const field of COMPARED) expect(difference[field], `seed ${seed}`).toBe('0.0000');
        expect(difference.trades, `seed ${seed}`).toEqual([]);
      }
    }
  });

  it('without a command goes on as one that never sent it, not as a replay of the rest', () => {
    let decidedAnew = 0;
    const steady = SEEDS.filter(seed => seed % 2 === 1);
    for (const seed of steady) {
      const scenario = scenarioOf(seed);
      const base = sessionOf(scenario);
      const index = Math.floor(base.session.inputs.length / 3);
      const change = { without: new Set([index]), added: [] };
      const again = rerun(base, change, { strategy: wanderer() });
      const { ledger } = run(scenario, wanderer(index));
      expect(causesApart(again.run.engine.ledger), `seed ${seed}`).toBe(causesApart(ledger));
      const rest = counterfactual(base, change).run.engine.ledger;
      if (causesApart(rest) !== causesApart(ledger)) decidedAnew += 1;
    }
    expect(decidedAnew).toBeGreaterThan(steady.length / 2);
  });

  it('shows a planted difference: twice the units from one fill, and what follows from it', () => {
    const scenario = scenarioOf(1);
    const base = sessionOf(scenario);
    const fill = [...base.run.engine.ledger].find(({ type }) => type === 'ORDER_FILL');
    const index = base.inputOf(base.names.makerOf(fill as NonNullable<typeof fill>) ?? '');
    const input = base.session.inputs[index];
    if (input?.kind !== 'command' || input.command.type !== 'CreateOrder') throw new Error('order');
    const order = { ...(input.command.order as object), units: '400' };
    const added = [{ ...input, command: { ...input.command, order } }];
    const again = rerun(base, { without: new Set([index]), added }, { strategy: wanderer() });
    const [trade] = differenceOf(again, input.accountID).trades;
    expect([trade?.session?.units, trade?.counterfactual?.units]).toEqual(['200', '400']);
    expect(trade?.session?.openTime).toBe(trade?.counterfactual?.openTime);
  });

  it('has a command that is added, after the others of its instant', () => {
    const base = sessionOf(scenarioOf(3));
    const accountID = base.session.scenario.accounts[0]?.id ?? '';
    const time = base.session.inputs[4]?.time ?? instant(0);
    const command = { type: 'CancelOrder', orderSpecifier: '@nobody' } as const;
    const added = [{ time, accountID, command }];
    const again = rerun(base, { ...NOTHING, added }, { strategy: wanderer() });
    expect(again.run.engine.ledger.length).toBe(base.run.engine.ledger.length + 1);
    expect(again.dropped).toEqual([]);
    expect(differenceOf(again, accountID).trades).toEqual([]);
  });

  it('drops an added command about a trade that a left out command made, and says why', () => {
    const scenario = scenarioOf(1);
    const base = sessionOf(scenario);
    const fill = [...base.run.engine.ledger].find(
      each => each.type === 'ORDER_FILL' && each.tradeOpened !== undefined,
    ) as NonNullable<ReturnType<typeof base.run.engine.ledger.at>>;
    const index = base.inputOf(base.names.makerOf(fill) ?? '');
    const { accountID } = fill;
    const last = base.session.inputs.at(-1)?.time ?? instant(0);
    const command = { type: 'CloseTrade', tradeSpecifier: fill.id } as const;
    const change = { without: new Set([index]), added: [{ time: last, accountID, command }] };
    const again = rerun(base, change, { strategy: wanderer() });
    expect(again.dropped).toEqual([
      { time: last, accountID, command, reason: `trade ${fill.id} was never made` },
    ]);
  });

  it('is refused when the strategy no longer decides as it did before the change', () => {
    const base = sessionOf(scenarioOf(4));
    const last = base.session.inputs.length - 1;
    const change = { without: new Set([last]), added: [] };
    const other = () => rerun(base, change, { strategy: wanderer(1) });
    expect(other).toThrow(RerunError);
    expect(other).toThrow(/^the strategy does not decide as in the run: \w+ at 20/);
    expect(() => rerun(base, change, { strategy: {} })).toThrow(/0 of \d+ inputs came again/);
  });
});
