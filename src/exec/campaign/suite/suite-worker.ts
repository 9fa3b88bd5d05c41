/** A thread of a suite: loads the scenario at its first run, and runs the program again and again. */

import { openSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { loadScenario } from '../../../data/storage/scenario/scenario-file.js';
import { programSubject } from '../program.js';
import type { Subject } from '../subject.js';
import type { CrewSetup, CrewTask, CrewWord } from './crew.js';

const { order, place } = workerData as CrewSetup;
const stopping = new AbortController();
let subject: Promise<Subject> | undefined;

const tell = (word: CrewWord) => parentPort?.postMessage(word);

async function load(): Promise<Subject> {
  const { scenario, load: options, cache, logs, ...program } = order;
  // The first thread of the command has already reported what cannot be kept.
  const kept = { folder: cache === false ? undefined : cache, onFault: () => undefined };
  const loaded = await loadScenario(scenario, {
    ...options,
    ...present({ cache: cache === false ? undefined : present(kept) }),
  });
  return programSubject({
    ...program,
    loaded,
    output: openSync(join(logs, `program-${place}.log`), 'w'),
    stop: stopping.signal,
    tell: sentence => tell({ say: 'told', sentence }),
  });
}

async function run({ rules, life }: CrewTask): Promise<void> {
  try {
    subject ??= load();
    tell({ say: 'seen', evidence: await (await subject).run(rules, life) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { kind, place: at, rule } = error;
    tell({ say: 'bad-input', kind, place: at, rule });
  }
}

parentPort?.on('message', (task: CrewTask | 'stop') => {
  if (task === 'stop') stopping.abort();
  else void run(task);
});
