/**
 * The names of axes. `fast` is a parameter of the scenario's first strategy;
 * `101-001-1000001-002.fast` is one of the strategy of that account.
 */

import type { Job } from './job.js';

/** A strategy's parameters with those values of the axes that are its own; see `parameterOf`. */
export function variedParams(
  params: Readonly<Record<string, unknown>>,
  { axes, values }: { readonly axes: readonly string[]; readonly values: Job['values'] },
  accountID?: string,
): Readonly<Record<string, unknown>> {
  const own = axes.flatMap((axis, index) => {
    const name = parameterOf(axis, accountID);
    return name === undefined ? [] : [[name, values[index]] as const];
  });
  return { ...params, ...Object.fromEntries(own) };
}

/**
 * The parameter that an axis varies for a strategy; undefined when it varies another one's.
 * @param accountID - the account of the strategy; absent for the first one.
 */
function parameterOf(axis: string, accountID?: string): string | undefined {
  const [account = '', ...rest] = axis.split('.');
  if (rest.length === 0) return accountID === undefined ? axis : undefined;
  return account === accountID ? rest.join('.') : undefined;
}
