/**
 * How tables of the command line look: close lines, with colour on a terminal that wants it.
 */

import { printsToTerminal } from './print.js';

/** The style of a table on stdout, as cli-table3 takes it. */
export function tableStyle() {
  const hasColour = printsToTerminal() && process.env['NO_COLOR'] === undefined;
  return hasColour ? { compact: true } : { compact: true, head: [], border: [] };
}
