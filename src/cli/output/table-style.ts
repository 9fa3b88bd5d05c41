/**
 * The style of tables on the command line: compact lines, with colour on a terminal that supports
 * it.
 */

import { printsToTerminal } from './print.js';

/** The style of a table on stdout, as cli-table3 takes it. */
export function tableStyle() {
  const hasColour = printsToTerminal() && process.env['NO_COLOR'] === undefined;
  return hasColour ? { compact: true } : { compact: true, head: [], border: [] };
}
