import { describe, expect, it } from 'vitest';
import { canonicalText } from '../../src/core/base/canonical.js';
import { Prng } from '../../src/core/base/prng.js';
import { type Driver, fanOut } from '../../src/core/engine/driver.js';
import { Engine } from '../../src/core/engine/engine.js';
import type { AccountCell } from '../../src/core/engine/state/account-cell.js';
import { valueAccount } from '../../src/core/ledger/valuation.js';
import { floorsOf, followsHigh } from '../../src/core/risk/risk-book.js';
import type { RiskRules } from '../../src/core/risk/risk-rules.js';
import { JournalDriver } from '../../src/core/run/journal-driver.js';
import type { ReplayMode } from '../../src/core/run/run-loop.js';
import { runEngine } from '../../src/core/run/run-loop.js';
import { instant } from '../../src/core/time/instant.js';
import { type DenseRun, denseRun } from '../support/random/dense-run.js';
import { randomCalendar, randomRisk } from '../support/random/random-risk.js';

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 8);
const FIRST = Number(process.env['ORRERY_SEED'] ?? 1);

/** Looks at every tick, by valuing every account exactly. */
class Watcher implements Driver {
  readonly wantsTicks = true;
  readonly missed: string[] = [];
  engine: Engine | undefined;

  onTick(): void {
    for (const cell of this.engine?.state.cells ?? []) {
      const what = missedBy(cell);
      if (what !== undefined) this.missed.push(what);
    }
  }
}

/** What the rules of an account have not seen after a tick. */
function missedBy({ state, market, risk }: AccountCell): string | undefined {
  const rules = state.config.risk as RiskRules;
  if (risk === undefined) return undefined;
  const { NAV } = valueAccount(state, market);
  const floor = floorsOf(rules, risk).find(({ value }) => NAV.lte(value));
  if (floor !== undefined) return `${state.config.id}: ${floor.rule} at ${NAV.toFixed()}`;
  const isLate = followsHigh(rules, risk) && NAV.gt(risk.high);
  return isLate ? `${state.config.id}: high ${NAV.toFixed()}` : undefined;
}

/** The run of `seed` with random rules of risk; of every third most ticks end a leg. */
function riskyRun(seed: number): DenseRun {
  const run = denseRun(seed, 20, seed % 3 === 0);
  const random = new Prng(seed).fork('risk');
  const { options, to } = run;
  const accounts = options.accounts.map(config => ({ ...config, risk: randomRisk(random) }));
  const events = randomCalendar(random, options.from, to);
  const limitPenetration = new Map(
    options.market.map(({ instrument }) => [instrument.name, random.nextInt(0, 8)] as const),
  );
  const model = { ...options.model, limitPenetration };
  return { ...run, options: { ...options, accounts, events, model } };
}

function play(run: DenseRun, replay: ReplayMode, more: Partial<DenseRun['options']> = {}) {
  const { options, ticks, commands, to } = run;
  const watcher = new Watcher();
  const own: Driver[] = [new JournalDriver(commands)];
  const drivers = more.isThorough === true ? [...own, watcher] : own;
  const engine = Engine.create({ ...options, ...more, outputs: fanOut(drivers) });
  watcher.engine = engine;
  let looked = 0;
  const tick = engine.tick.bind(engine);
  engine.tick = (...row) => {
    looked += 1;
    tick(...row);
  };
  const taken = runEngine(engine, { ticks, drivers, from: options.from, to: instant(to), replay });
  const ledger = engine.ledger.slice().map(each => JSON.stringify(each));
  const books = engine.state.cells.map(({ risk }) => canonicalText({ ...risk }));
  return { missed: watcher.missed, looked, taken, ledger, books };
}

describe(`rules of risk in ${RUNS} dense random runs from seed ${FIRST}`, () => {
  it('are looked at when they have to be, and passing ticks changes nothing', () => {
    let looked = 0;
    let taken = 0;
    const kinds = new Set<string>();
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      const run = riskyRun(seed);
      const thorough = play(run, 'every-tick', { isThorough: true });
      const passing = play(run, 'pass-quiet');
      expect(thorough.missed, `seed ${seed}`).toEqual([]);
      expect(passing.ledger.join('\n'), `seed ${seed}`).toBe(thorough.ledger.join('\n'));
      expect(passing.books, `seed ${seed}`).toEqual(thorough.books);
      looked += passing.looked;
      taken += thorough.taken;
      for (const line of [...thorough.ledger, ...thorough.books]) {
        for (const [word] of line.matchAll(RARE)) kinds.add(word);
      }
    }
    expect(looked).toBeLessThan(taken / 2);
    for (const rare of [
      '"comment":"blackout',
      '"comment":"dailyLoss',
      '"comment":"drawdown',
      '"reason":"ACCOUNT_NEW_POSITIONS_LOCKED',
      '"rejectReason":"ACCOUNT_LOCKED',
    ]) {
      expect([...kinds], rare).toContain(rare);
    }
  });
});

/** What the runs are worth little without. */
const RARE =
  /"comment":"(dailyLoss|drawdown|blackout)|"reason":"ACCOUNT_NEW_POSITIONS_LOCKED|"rejectReason":"ACCOUNT_LOCKED/g;
