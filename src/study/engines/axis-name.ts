/**
 * The names of axes: that of a parameter of the scenario's first strategy, `fast`, or, for another
 * strategy, the account and the parameter, `101-001-1000001-002.fast`.
 */

/**
 * The parameter that an axis varies for a strategy; undefined when it varies another one's.
 * @param accountID - the account of the strategy; absent for the first one.
 */
export function parameterOf(axis: string, accountID?: string): string | undefined {
  const [account = '', ...rest] = axis.split('.');
  if (rest.length === 0) return accountID === undefined ? axis : undefined;
  return account === accountID ? rest.join('.') : undefined;
}
