/** The job of an audit: what `orrery audit` does for strategies. */

import { type AuditReport, auditStrategy } from '../../broker/runtime/audit-strategy.js';
import { present } from '../../core/base/present.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import { endingPythons } from '../../data/storage/strategy/python/child.js';
import { auditText } from '../output/audit-text.js';
import type { OnProgress } from './on-progress.js';

/** A scenario to audit. */
export interface AuditJob {
  readonly scenario: string;
  /** What the text calls it. */
  readonly name: string;
  readonly allowPath: readonly string[];
  readonly instants: number;
  readonly seed: number;
  readonly progress: boolean;
}

/** Audits the strategies of a scenario. @throws InputError */
export async function auditJob(job: AuditJob, onProgress: OnProgress): Promise<object> {
  const { scenario, name, allowPath, instants, seed, progress } = job;
  const report = await endingPythons(async (): Promise<AuditReport> => {
    const loaded = await loadScenario(scenario, { allowPath });
    return auditStrategy(loaded, {
      instants,
      seed,
      ...present({ onRun: progress ? onProgress : undefined }),
    });
  });
  return { ...report, text: auditText(name, report) };
}
