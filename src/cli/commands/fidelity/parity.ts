/** `orrery parity DIR`: holds recorded answers of a v20 host against this broker, and scores it. */

import { ExitCode } from '../../exit/exit-codes.js';
import { checkWhole } from '../../flags/arguments.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

const MUTATIONS_MAX = 100_000;
const SEED_MAX = 4_294_967_295;

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
      .option('used', {
        type: 'boolean',
        default: false,
        describe: 'list the facts that the markets of the replays were made of',
      })
      .option('mutations', {
        type: 'number',
        describe:
          'measure the score itself: change one fact of this many recordings and count what is noticed',
      })
      .option('seed', {
        type: 'number',
        default: 1,
        describe: 'decides which facts --mutations changes',
      })
      .option('json', JSON_OPTION)
      .example('$0 parity recordings/', 'score of every answer below a folder')
      .example('$0 parity session.jsonl --json', 'the answers of a captured session, as JSON')
      .example('$0 parity recordings/ --mutations 1000', 'how many wrong facts it notices')
      .epilogue(
        'Exit codes: 0 no unexpected difference, or a measure by --mutations; 1 there is one, or a body that v20 does not have; 3 no recordings, or a file that is not JSON.',
      ),
  async handler({ recordings, known, used, mutations, seed, json }) {
    if (mutations !== undefined) checkWhole('mutations', mutations, 1, MUTATIONS_MAX);
    checkWhole('seed', seed, 0, SEED_MAX);
    const { recordingsIn } = await import('../../../live/fidelity/recording/recorded-bodies.js');
    const bodies = recordingsIn(recordings);
    if (mutations !== undefined) {
      const { measure } = await import('../../../live/fidelity/mutation/measure.js');
      const { measureText } = await import('../../output/fidelity/measure-text.js');
      const result = await measure(bodies, mutations, seed);
      print(json ? `${JSON.stringify(result)}\n` : measureText(result));
      return;
    }
    const { parityOf } = await import('../../../live/fidelity/parity/parity.js');
    const { parityText } = await import('../../output/fidelity/parity-text.js');
    const parity = await parityOf(bodies);
    print(json ? `${JSON.stringify(parity)}\n` : parityText(parity, { known, used }));
    const isUnexpected = parity.differences.some(each => each.known === undefined);
    if (isUnexpected || parity.strange.length > 0) process.exitCode = ExitCode.DIFFERENT;
  },
});
