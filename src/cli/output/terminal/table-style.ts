/**
 * The style of tables on the command line: compact lines, with colour on a terminal that supports
 * it. Red means failure and nothing else.
 */

import { printsToTerminal } from './print.js';

const RED = '\u001b[31m';
const USUAL = '\u001b[39m';

function hasColour(): boolean {
  return printsToTerminal() && process.env['NO_COLOR'] === undefined;
}

/** The style of a table on stdout, as cli-table3 takes it. */
export function tableStyle() {
  return hasColour()
    ? { compact: true, head: ['bold'], border: ['grey'] }
    : { compact: true, head: [], border: [] };
}

/** The text as that of a failure. */
export function failing(text: string): string {
  return hasColour() ? `${RED}${text}${USUAL}` : text;
}
