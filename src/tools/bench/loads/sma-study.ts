/** A study of SMA crosses over the bench's workload, as files, and `orrery sweep` of it as a process. */

import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAIN, type ProcessCost, runNode } from '../measuring/child.js';
import { STRATEGY_FILE } from './backtests.js';

/** The name of the file of ticks, which must be in the same folder. */
export const STUDY_TICKS = 'EUR_USD.csv';
/** The name of the study file. */
export const STUDY_FILE = 'study.yaml';

/** A study of `fast` times `slow` parameter sets; the axes are ranges of YAML. */
export interface SmaStudy {
  readonly granularity: string;
  readonly fast: string;
  readonly slow: string;
  /** Whether the market never closes, as in peers without trading hours. */
  readonly alwaysOpen?: boolean;
}

/** A parameter set and how many orders it filled. */
export interface SetFills {
  readonly fast: number;
  readonly slow: number;
  readonly fills: number;
}

/** What one sweep cost, and its runs. */
export interface SweepCost extends ProcessCost {
  readonly runs: readonly SetFills[];
}

/** Writes scenario, strategy and study beside the ticks in `folder`. */
export async function writeStudy(folder: string, study: SmaStudy): Promise<void> {
  const { granularity, fast, slow, alwaysOpen = false } = study;
  const instrument = alwaysOpen ? ', instrument: { alwaysOpen: true }' : '';
  await copyFile(STRATEGY_FILE, join(folder, 'sma-cross.ts'));
  await writeFile(
    join(folder, 's.yaml'),
    `version: 1
name: bench
market:
  EUR_USD: { ticks: ${STUDY_TICKS}${instrument} }
accounts:
  - { currency: USD, balance: "10000" }
strategy: { use: ./sma-cross.ts, params: { granularity: ${granularity} } }
`,
  );
  await writeFile(
    join(folder, STUDY_FILE),
    `version: 1
name: bench
scenario: s.yaml
axes:
  fast: ${fast}
  slow: ${slow}
figures: [fills]
`,
  );
}

/** Runs the study of `folder` on so many workers. @throws Error when a run of it fails. */
export function sweep(folder: string, workers: number): SweepCost {
  const words = ['sweep', STUDY_FILE, '--workers', String(workers), '--json'];
  const cost = runNode([MAIN, ...words], folder);
  const { runs } = JSON.parse(cost.stdout) as { readonly runs: readonly Row[] };
  return {
    ...cost,
    runs: runs.map(run => ({ fast: run['param.fast'], slow: run['param.slow'], fills: run.fills })),
  };
}

/** A run as the document of a study has it. */
type Row = Readonly<Record<'param.fast' | 'param.slow' | 'fills', number>>;
