import { describe, expect, it } from 'vitest';
import { explain } from '../../../src/core/explain/explain.js';
import type { Explanation } from '../../../src/core/explain/explanation.js';
import { explainedRun } from '../../support/random/explained-run.js';
import { faultsOf } from './check.js';

/** The checker of explanations finds what is wrong in them: each of these is a falsified one. */

const { engine, evidence } = explainedRun(1);
const [cell] = engine.state.cells;
if (cell === undefined) throw new Error('a run has an account');
const known = { ...evidence, account: cell.state.config, ledger: cell.log.since(0) };
const all = known.ledger.flatMap(({ id }) => explain(engine.state, cell, Number(id)) ?? []);

type Falsify = (said: Explanation) => Explanation;

/** How many explanations `falsify` changes, and how many of these the checker lets pass. */
function outcome(falsify: Falsify): { readonly changed: number; readonly passed: number } {
  const falsified = all.map(falsify).filter((said, at) => said !== all[at]);
  const passed = falsified.filter(said => faultsOf(known, said).length === 0);
  return { changed: falsified.length, passed: passed.length };
}

const needed =
  (change: (said: NonNullable<Explanation['needed']>) => Partial<Explanation['needed']>): Falsify =>
  said =>
    said.needed?.found === undefined || said.needed.at === undefined
      ? said
      : { ...said, needed: { ...said.needed, ...change(said.needed) } };

const LATER = '2031-01-01T00:00:00.000000000Z';

describe('the checker of explanations', () => {
  it('finds nothing wrong in true ones', () => {
    expect(all.length).toBeGreaterThan(20);
    expect(outcome(said => ({ ...said }))).toEqual({ changed: all.length, passed: all.length });
  });

  it.each<readonly [string, Falsify]>([
    ['another tick', said => (said.tick ? { ...said, tick: { ...said.tick, bid: '1.5' } } : said)],
    ['a later tick', said => (said.tick ? { ...said, tick: { ...said.tick, time: LATER } } : said)],
    ['another level', needed(({ value }) => ({ value: `${value}1` }))],
    ['another closest price', needed(({ found }) => ({ found: `${found}1` }))],
    ['a price after the end', needed(() => ({ at: LATER }))],
    ['another section', said => ({ ...said, section: 'docs/reference/semantics.md' })],
    ['another decision', said => ({ ...said, transactionID: '1000' })],
    [
      'another amount',
      said => {
        const [first, ...others] = said.conversion ?? [];
        if (first === undefined) return said;
        return { ...said, conversion: [{ ...first, amount: '12345.678' }, ...others] };
      },
    ],
    [
      'an amount less',
      said => (said.conversion?.[0] === undefined ? said : { ...said, conversion: [] }),
    ],
  ])('finds %s', (_, falsify) => {
    const { changed, passed } = outcome(falsify);
    expect(changed).toBeGreaterThan(0);
    expect(passed).toBe(0);
  });
});
