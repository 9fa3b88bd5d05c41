/**
 * `npm run test:mutants -- --count 400 --seed 1`: draws mutants of the compiled core and v20 API and looks which of
 * them no test notices. Ends with 1 when one survives that `test/mutants/explained.json` does not explain.
 */

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawn, FOLDERS, mutantsIn } from './draw.js';
import { explainedMutants } from './explained.js';
import { importersOf } from './importers.js';
import { keyOf, type Mutant } from './mutant.js';
import { privateCopy } from './private-copy.js';
import { readReached } from './reached.js';
import { recordReached } from './record.js';
import { earlierResults, isDead, type MutantResult, survivorText, writeReport } from './report.js';
import { MutantTrial } from './trial.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    /** Seconds of tests that one mutant is shown to, as recorded; one that lives is then shown to all. */
    seconds: { type: 'string', default: '60' },
    folder: { type: 'string', multiple: true, default: [...FOLDERS] },
    report: { type: 'string', default: join('coverage', 'mutants') },
    reached: { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
});
const folders = FOLDERS.filter(folder => values.folder.includes(folder));
const report = resolve(values.report);
const reached = resolve(values.reached ?? join(report, 'reached'));
const share = Math.ceil(Number(values.count) / folders.length);
const lists = folders.map(folder => drawn(mutantsIn(ROOT, folder), values.seed, share));
// A run that is stopped has tried the same number of each folder.
const mutants = Array.from({ length: share }, (_, at) =>
  lists.flatMap(list => list[at] ?? []),
).flat();
const explained = explainedMutants(ROOT);
const earlier = values.resume ? earlierResults(report) : new Map<string, MutantResult>();

const copy = privateCopy(ROOT);
mkdirSync(reached, { recursive: true });
if (readdirSync(reached).length === 0) recordReached(copy, reached);
const trial = new MutantTrial({
  root: copy,
  reached: readReached(reached),
  importers: importersOf(copy),
  secondsOfTests: Number(values.seconds),
  earlier: earlier.values(),
});
/** Results by key. Those of the earlier run come first, so that a run that is stopped keeps them. */
const byKey = new Map(
  mutants.flatMap(mutant => {
    const known = earlier.get(keyOf(mutant));
    return known === undefined ? [] : [[keyOf(mutant), known] as const];
  }),
);
const tried = new Set(byKey.keys());
const untriedFirst = [
  ...mutants.filter(mutant => !tried.has(keyOf(mutant))),
  ...mutants.filter(mutant => tried.has(keyOf(mutant))),
];

/** Tries a mutant and keeps what became of it. @param seconds - of tests that it is shown to */
async function attempt(mutant: Mutant, seconds?: number): Promise<void> {
  const result = await trial.of(mutant, seconds);
  byKey.set(keyOf(mutant), result);
  if (!isDead(result)) console.log(survivorText(result, explained));
  writeReport(report, { seed: values.seed, results: [...byKey.values()] }, explained);
}

/** Those that live without an explanation. */
function openResults(): readonly MutantResult[] {
  return [...byKey.values()].filter(
    result => !isDead(result) && !explained.has(keyOf(result.mutant)),
  );
}

try {
  console.log(await trial.control());
  for (const mutant of untriedFirst) {
    const known = byKey.get(keyOf(mutant));
    // One that is explained survives for good.
    if (known !== undefined && (isDead(known) || explained.has(keyOf(mutant)))) continue;
    await attempt(mutant);
  }
  // A test that did not fit into the time may kill it.
  for (const { mutant, tests } of openResults()) {
    if (tests.ran < tests.reach) await attempt(mutant, Number.POSITIVE_INFINITY);
  }
} finally {
  trial.close();
  rmSync(copy, { recursive: true, force: true });
}
const results = [...byKey.values()];
writeReport(report, { seed: values.seed, results }, explained);
const open = openResults();
console.log(
  `${results.length} mutants, ${open.length} survive; see ${join(values.report, 'mutants.md')}`,
);
process.exitCode = open.length > 0 ? 1 : 0;
