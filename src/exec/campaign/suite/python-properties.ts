/** Properties in Python: a process that is given runs, and answers which properties they break; lines of JSON. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { InputError } from '../../../core/base/input-error.js';
import { packageFile } from '../../../data/package-root.js';
import { pythonProgram } from '../../../data/storage/strategy/python/interpreter.js';
import type { LoadedProperties } from './judging.js';

const HOST = 'orrery_fx._properties';

/** What the process says: its properties, what a run breaks, or why it cannot go on. */
interface ProcessAnswer {
  readonly names?: readonly string[];
  readonly broken?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** Loads the public functions of a module. @throws InputError that names the file. */
export async function pythonProperties(path: string): Promise<LoadedProperties> {
  const program = pythonProgram();
  const { PYTHONPATH: own } = process.env;
  const folders = [packageFile('dist/python'), own].filter(Boolean).join(delimiter);
  const child = spawn(program, ['-m', HOST, path], {
    env: { ...process.env, PYTHONPATH: folders },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const refused = (rule: string) => new InputError('scenario', { file: path }, rule);
  const failed = once(child, 'error').then(([error]) => {
    throw refused(`needs Python: ${program} cannot be started: ${(error as Error).message}`);
  });
  // The caller that waits for an answer gets the error.
  failed.catch(() => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async (): Promise<ProcessAnswer> => {
    const { value, done } = await Promise.race([lines.next(), failed]);
    if (done === true) throw refused('its Python has ended');
    const answer = JSON.parse(value) as ProcessAnswer;
    if (answer.error !== undefined) throw refused(answer.error);
    return answer;
  };
  const { names = [] } = await said();
  /** One run at a time. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    names,
    close: () => child.stdin.end(),
    broken: run => {
      const answer = last.then(async () => {
        child.stdin.write(`${JSON.stringify(run)}\n`);
        return new Map(Object.entries((await said()).broken ?? {}));
      });
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}
