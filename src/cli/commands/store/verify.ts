/** `orrery store verify DIR`. */

import { commandOf } from '../../flags/typed-flags.js';
import { STORE_POSITIONAL } from './store-positional.js';
import { EXPECT_OPTION, REPLAY_OPTIONS, verifyStore } from './verify-store.js';

export const storeVerifyCommand = commandOf({
  command: 'verify <store>',
  describe: 'Check every record, replay them, and print the hashes',
  builder: yargs =>
    yargs
      .positional('store', STORE_POSITIONAL)
      .option('expect', EXPECT_OPTION)
      .options(REPLAY_OPTIONS),
  handler: ({ store, ...flags }) => verifyStore(store, flags),
});
