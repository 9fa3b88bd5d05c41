/** `orrery store backup|verify|compact`: what is done to the store of a server. */

import type { CommandModule } from 'yargs';
import { withFlagRules } from '../../flags/flag-rules.js';
import { storeBackupCommand } from './backup.js';
import { storeCompactCommand } from './compact.js';
import { storeVerifyCommand } from './verify.js';

/** The command of all store commands. @param args - as typed. */
export function storeCommand(args: readonly string[]): CommandModule {
  return {
    command: 'store <command>',
    builder: yargs =>
      yargs
        .command(withFlagRules(storeBackupCommand, args))
        .command(withFlagRules(storeVerifyCommand, args))
        .command(withFlagRules(storeCompactCommand, args))
        .demandCommand(1, 'backup, verify or compact is missing; --help says what they do'),
    handler() {},
  };
}
