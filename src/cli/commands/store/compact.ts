/** `orrery store compact DIR`: writes the log of a store anew without what does not matter any more. */

import { compactStore, type LogSize } from '../../../broker/store/compact/compact.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { marketOf } from './market-of-store.js';
import { STORE_POSITIONAL } from './store-positional.js';
import { REPLAY_OPTIONS, standOf } from './verify-store.js';

export const storeCompactCommand = commandOf({
  command: 'compact <store>',
  describe: 'Write the log anew without what does not matter any more; no server may use it',
  builder: yargs =>
    yargs
      .positional('store', STORE_POSITIONAL)
      .option('undone', {
        type: 'boolean',
        default: false,
        describe: 'also drop what rewinds undid, but for what forks begin with',
      })
      .option('drop-old', {
        type: 'boolean',
        default: false,
        describe: 'remove the segments of the log before; default: they stay beside the new one',
      })
      .options(REPLAY_OPTIONS)
      .option('json', JSON_OPTION),
  async handler({ store, undone, dropOld, json, ...flags }) {
    const tell = (sentence: string) => process.stderr.write(`${sentence}\n`);
    const market = await marketOf(store, flags);
    const done = await compactStore(store, { ...market, undone, dropOld, tell });
    const { before, after } = done;
    const stands = done.sandboxes.all().map(standOf);
    if (json) {
      const simulations = stands.map(({ id, ledger }) => ({ id, ledger }));
      return print(`${JSON.stringify({ before, after, simulations })}\n`);
    }
    print(`before: ${sizeText(before)}\nafter: ${sizeText(after)}\n`);
    for (const { text } of stands) print(text);
    if (!dropOld) print('the segments of the log before stay beside it; --drop-old removes them\n');
  },
});

function sizeText({ records, bytes, checksum }: LogSize): string {
  return `${records} records, ${bytes} bytes of log, ends with ${checksum}`;
}
