/** `orrery parity DIR`: holds recorded answers of a v20 host against this broker, and scores it. */

import { ExitCode } from '../../exit/exit-codes.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

export const parityCommand = commandOf({
  command: 'parity <recordings>',
  builder: yargs =>
    yargs
      .positional('recordings', {
        type: 'string',
        demandOption: true,
        describe:
          'folder or file of recorded bodies (.json, .ndjson, .jsonl), or a captured session',
      })
      .option('known', {
        type: 'boolean',
        default: false,
        describe: 'list the known differences too, each with its reason',
      })
      .option('json', JSON_OPTION)
      .example('$0 parity recordings/', 'score of every answer below a folder')
      .example('$0 parity session.jsonl --json', 'the answers of a captured session, as JSON')
      .epilogue(
        'Exit codes: 0 no unexpected difference; 1 there is one, or a body that v20 does not have; 3 no recordings, or a file that is not JSON.',
      ),
  async handler({ recordings, known, json }) {
    const { recordingsIn } = await import('../../../live/fidelity/recording/recorded-bodies.js');
    const { parityOf } = await import('../../../live/fidelity/parity/parity.js');
    const { parityText } = await import('../../output/fidelity/parity-text.js');
    const parity = parityOf(recordingsIn(recordings));
    print(json ? `${JSON.stringify(parity)}\n` : parityText(parity, known));
    const isUnexpected = parity.differences.some(each => each.known === undefined);
    if (isUnexpected || parity.strange.length > 0) process.exitCode = ExitCode.DIFFERENT;
  },
});
