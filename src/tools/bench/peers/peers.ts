/** The peers: packages, script, share of the ticks, and remarks about the row of each. */

/** One other backtester. */
export interface Peer {
  readonly name: string;
  readonly installer: 'npm' | 'pip';
  /** Packages by name; those that conflict in versions have environments of their own. */
  readonly packages: readonly string[];
  /** Python environment shared by the peers that name it. */
  readonly environment: string;
  readonly script: string;
  /** The script of its study, if it has a search over parameters of its own. */
  readonly study?: string;
  /** Fraction of the ticks that it runs on, so that it ends within a minute. */
  readonly share: number;
  readonly remark: string;
}

const BARS = 'bars of the bid by pandas, no ask side';

export const PEERS: readonly Peer[] = [
  {
    name: 'grademark',
    installer: 'npm',
    packages: ['grademark', 'data-forge', 'chai'],
    environment: 'grademark',
    script: 'run-grademark.cjs',
    share: 1,
    remark:
      'M1 bars by our loader, no ask side; cannot reverse in one order: one run long, one run short',
  },
  {
    name: 'backtesting.py',
    installer: 'pip',
    packages: ['backtesting'],
    environment: 'backtesting',
    script: 'run_backtesting.py',
    study: 'study_backtesting.py',
    share: 1,
    remark: `M1 ${BARS}`,
  },
  {
    name: 'backtrader',
    installer: 'pip',
    packages: ['backtrader', 'pandas'],
    environment: 'backtesting',
    script: 'run_backtrader.py',
    share: 0.1,
    remark: 'bid ticks and its own resampler; a tenth of the ticks, ratio by ticks a second',
  },
  {
    name: 'vectorbt',
    installer: 'pip',
    packages: ['vectorbt'],
    environment: 'vectorbt',
    script: 'run_vectorbt.py',
    study: 'study_vectorbt.py',
    share: 1,
    remark: `M1 ${BARS}; the first run compiles (numba) and keeps it`,
  },
  {
    name: 'hftbacktest',
    installer: 'pip',
    packages: ['hftbacktest', 'pandas'],
    environment: 'hftbacktest',
    script: 'run_hftbacktest.py',
    share: 1,
    remark: 'every tick as order book events; every run compiles (numba)',
  },
  {
    name: 'nautilus_trader',
    installer: 'pip',
    packages: ['nautilus_trader'],
    environment: 'nautilus',
    script: 'run_nautilus.py',
    share: 1,
    remark: 'every tick as a quote, its own M1 aggregator',
  },
];
