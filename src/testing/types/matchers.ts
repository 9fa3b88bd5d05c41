/** Matchers of orders, positions and ledgers. Source: docs/guides/testing-vitest.md. */

/**
 * Fields that a transaction must have, by their names in v20; others may be there. Decimals are
 * compared as numbers (`1000` is `"1000.0"`), instants as instants (a Date, or any RFC 3339), objects
 * field by field. A matcher of the runner, such as `expect.stringMatching`, may stand for a value.
 */
export interface TransactionFields {
  /** How many transactions must match, exactly. Default: at least one. */
  readonly times?: number;
  readonly [field: string]: unknown;
}

/**
 * What `expect.extend(orreryMatchers)` adds. They take a simulation, an account, or transactions such
 * as `simulation.ledger()`. None of them waits: what has not happened by now has not happened.
 */
export interface OrreryMatchers<R = unknown> {
  /** There is an ORDER_FILL with these fields: `{ instrument, units, price, reason, times }` and so on. */
  toHaveFilled(fields?: TransactionFields): R;
  /** There is a transaction with these fields: `{ type, rejectReason }` and so on. */
  toHaveTransaction(fields: TransactionFields): R;
  /** The net position, over the accounts that it is asked of. @param units - signed. */
  toHavePosition(instrument: string, units: string | number): R;
  /** No account has a position, in `instrument` or in any. */
  toBeFlat(instrument?: string): R;
  /**
   * The ledger is that of the file, which has the form of ledger.ndjson. Request ids are not compared. The runner's
   * `--update` (or ORRERY_UPDATE=1) writes the file; a file that is not there is written, except under CI.
   * @param file - relative to the file of the test.
   */
  toMatchLedger(file: string): R;
}
