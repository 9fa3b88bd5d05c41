import { describe, expect, it } from 'vitest';
import { decimal, formatMoney, sum } from '../../src/core/base/decimal.js';
import { Prng } from '../../src/core/base/prng.js';
import { instant } from '../../src/core/time/instant.js';
import { type Counterfactual, counterfactual } from '../../src/core/whatif/counterfactual.js';
import { COMPARED, differencesOf } from '../../src/core/whatif/difference.js';
import { replaySession, type SessionRun } from '../../src/core/whatif/session.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';
import { caseOf } from '../support/random/random-case.js';

/** Random runs; every second one has latency, slippage and chance refusals. */
const SEEDS = Array.from({ length: IS_NIGHTLY ? 60 : 9 }, (_, index) => index + 1);

function sessionOf(seed: number): SessionRun {
  const { scenario, inputs } = caseOf(seed);
  return replaySession({ scenario, inputs, end: instant(scenario.to - 1) });
}

function expectNoMoney(other: Counterfactual, name: string): void {
  for (const difference of differencesOf(other)) {
    for (const field of COMPARED) expect(difference[field], `${name}: ${field}`).toBe('0.0000');
    expect(difference.trades, name).toEqual([]);
  }
}

/** The commands that were refused and wrote nothing else, by their place among the inputs. */
function refused({ run, commandOf, inputOf }: Refusals): number[] {
  const kinds = new Map<string, boolean>();
  for (const { requestID, type } of run.engine.ledger) {
    if (requestID === undefined) continue;
    kinds.set(requestID, (kinds.get(requestID) ?? true) && type.endsWith('_REJECT'));
  }
  return [...kinds].flatMap(([requestID, isRefused]) => {
    const key = commandOf(requestID);
    return isRefused && key !== undefined ? [inputOf(key)] : [];
  });
}

type Refusals = Pick<SessionRun, 'run' | 'commandOf' | 'inputOf'>;

describe('a counterfactual', () => {
  it('in which nothing changes has the ledger of the session and drops nothing', () => {
    for (const seed of SEEDS) {
      const base = sessionOf(seed);
      const from = new Prng(seed).nextInt(0, base.session.inputs.length);
      const same = counterfactual(base, { without: new Set(), added: [], from });
      const name = `seed ${seed} from ${from}`;
      expect(JSON.stringify(same.run.engine.ledger), name).toBe(
        JSON.stringify(base.run.engine.ledger),
      );
      expect(same.dropped, name).toEqual([]);
      expectNoMoney(same, name);
    }
  });

  it('without a command that was refused differs by no money', () => {
    let cases = 0;
    for (const seed of SEEDS) {
      const base = sessionOf(seed);
      const random = new Prng(seed);
      const some = refused({
        run: base.run,
        commandOf: id => base.commandOf(id),
        inputOf: key => base.inputOf(key),
      }).filter(() => random.nextInt(0, 5) === 0);
      for (const index of some) {
        cases += 1;
        const other = counterfactual(base, { without: new Set([index]), added: [] });
        expectNoMoney(
          other,
          `seed ${seed} without ${index} ${JSON.stringify(base.session.inputs[index])}`,
        );
      }
    }
    expect(cases).toBeGreaterThan(20);
  });

  it('with a command left out and sent again in its place differs by no money', () => {
    for (const seed of SEEDS.filter(each => each % 3 === 1)) {
      const base = sessionOf(seed);
      const { inputs } = base.session;
      const index = new Prng(seed).nextInt(0, inputs.length - 1);
      const input = inputs[index];
      if (input?.kind !== 'command') throw new Error('every input is a command');
      const other = counterfactual(base, { without: new Set([index]), added: [input] });
      expectNoMoney(other, `seed ${seed} input ${index}`);
      expect(other.dropped).toEqual([]);
    }
  });

  it('with one more command changes no draw of the others', () => {
    for (const seed of SEEDS.filter(each => each % 6 === 2)) {
      const base = sessionOf(seed);
      const [first] = base.session.inputs;
      if (first?.kind !== 'command') throw new Error('every input is a command');
      const command = { type: 'CancelOrder', orderSpecifier: '@nobody' } as const;
      const added = [{ ...first, command }];
      const other = counterfactual(base, { without: new Set(), added });
      expect(other.run.engine.ledger.length).toBe(base.run.engine.ledger.length + 1);
      expectNoMoney(other, `seed ${seed}`);
    }
  });

  it('has trades whose differences add up to that of the NAV', () => {
    for (const seed of SEEDS.filter(each => each % 6 === 3)) {
      const base = sessionOf(seed);
      const index = new Prng(seed).nextInt(0, base.session.inputs.length - 1);
      const other = counterfactual(base, { without: new Set([index]), added: [] });
      const isTransfer = JSON.stringify(base.session.inputs[index]).includes('TransferFunds');
      if (isTransfer) continue;
      for (const each of differencesOf(other)) {
        const fees = decimal(each.commission).plus(decimal(each.guaranteedExecutionFees));
        const results = sum(each.trades.map(({ result }) => decimal(result)));
        expect(formatMoney(results.minus(fees)), `seed ${seed} input ${index}`).toBe(each.NAV);
      }
    }
  });
});
