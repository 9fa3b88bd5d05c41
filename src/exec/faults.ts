/**
 * Rules of faults for the sandbox of a run, and what they did. Source: docs/reference/faults.md.
 */

import type { OpenServer } from '../broker/api/server.js';
import { InputError } from '../core/base/input-error.js';
import { Tally, type TextCount } from './exchange/tally.js';

/** Rules of faults from a file. */
export interface FaultFile {
  readonly file: string;
  readonly rules: readonly unknown[];
}

interface FaultsBody {
  readonly fired: readonly {
    readonly rule: string;
    readonly operation: string;
    readonly did: string;
  }[];
}

type Server = Pick<OpenServer, 'app' | 'controlToken'>;

/** Adds the rules to those of the scenario. @throws InputError that names the rule and the field. */
export async function addFaults(server: Server, { file, rules }: FaultFile): Promise<void> {
  for (const [at, rule] of rules.entries()) {
    const { statusCode, body } = await ask(server, 'POST', rule as object);
    if (statusCode === 201) continue;
    const { errorMessage = body } = JSON.parse(body) as { readonly errorMessage?: string };
    throw new InputError('scenario', { file, field: `[${at}]` }, errorMessage);
  }
}

/** The faults that fired, with how often; the last 1,000. */
export async function firedFaults(server: Server): Promise<readonly TextCount[]> {
  const { body } = await ask(server, 'GET');
  const tally = new Tally();
  for (const { rule, operation, did } of (JSON.parse(body) as FaultsBody).fired) {
    tally.add(`${rule} ${operation}: ${did}`);
  }
  return tally.list();
}

function ask({ app, controlToken }: Server, method: 'GET' | 'POST', payload?: object) {
  return app.inject({
    method,
    url: '/_sim/faults',
    headers: { authorization: `Bearer ${controlToken}` },
    ...(payload !== undefined && { payload }),
  });
}
