/** The error of everything that a strategy may do wrong. */

/**
 * A fault of a strategy: it asked for something that does not exist, threw, or returned a value.
 * The message names the fault.
 */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
  /** The id of the account that the strategy trades; undefined before it has one. */
  accountID?: string;
  /** Where in its source it failed, `file:line:column`, once that is known. */
  place?: string;
}
