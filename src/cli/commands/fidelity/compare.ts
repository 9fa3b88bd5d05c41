/**
 * `orrery compare SESSION`: replays a captured session and names each difference from what the host
 * did, with its likely cause.
 */

import { present } from '../../../core/base/present.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { checkWhole } from '../../flags/arguments.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

const LATENCY_MAX = 60_000;

export const compareCommand = commandOf({
  command: 'compare <session>',
  builder: yargs =>
    yargs
      .positional('session', {
        type: 'string',
        demandOption: true,
        describe: 'a session that orrery capture wrote',
      })
      .option('account', {
        type: 'string',
        describe: 'account id; default: that of the first command of the session',
      })
      .option('latency', {
        type: 'number',
        default: 0,
        describe: 'milliseconds between a command and its effect in the replay',
      })
      .option('json', JSON_OPTION)
      .example('$0 compare session.jsonl', 'each difference, with its likely cause')
      .example('$0 compare session.jsonl --latency 120', 'as if commands took 120 ms')
      .epilogue(
        'Exit codes: 0 no difference; 1 there are some; 3 the file is no captured session, or does not say how the account stood.',
      ),
  async handler({ session, account, latency, json }) {
    checkWhole('latency', latency, 0, LATENCY_MAX);
    const { readCapture } = await import('../../../live/fidelity/recording/read-capture.js');
    const { compareSession } = await import('../../../live/fidelity/compare/compare.js');
    const capture = await readCapture(session);
    if (capture.isCut) process.stderr.write(`${session}: the last line is cut off and left out\n`);
    const options = { latencyMs: latency, ...present({ accountID: account }) };
    const comparison = compareSession(capture, options);
    if (json) print(`${JSON.stringify(comparison)}\n`);
    else {
      const { compareText } = await import('../../output/fidelity/compare-text.js');
      print(compareText(comparison));
    }
    if (comparison.differences.length > 0) process.exitCode = ExitCode.DIFFERENT;
  },
});
