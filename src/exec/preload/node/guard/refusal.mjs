/**
 * A refused host: reported on the control line, said on stderr once, and given to the program as the
 * error that it would see of a host that cannot be reached.
 */

import { writeSync } from 'node:fs';

/** @typedef {(what: string, how: string, error: { code: string, syscall: string }) => Error} Refuse */

/**
 * Makes the function that refuses. @param {import('../control-line.mjs').Speaker} control
 * @returns {Refuse} reports `what`, such as `example.com:443`, and returns the program's error
 */
export function refuser(control) {
  /** @type {Set<string>} */
  const said = new Set();
  return (what, how, error) => {
    const sentence = `orrery exec refuses ${what}: only the broker's hosts and this machine can be reached`;
    control.say({ say: 'refused', what, how });
    if (!said.has(what)) print(sentence);
    said.add(what);
    return Object.assign(new Error(sentence), error);
  };
}

/** @param {string} sentence */
function print(sentence) {
  try {
    writeSync(2, `${sentence}\n`);
  } catch {
    // The program has closed its stderr; the control line has the report.
  }
}
