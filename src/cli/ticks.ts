/**
 * `orrery ticks import|check|info|generate`: tick files in and out.
 */

import type { CommandModule } from 'yargs';
import { withFlagRules } from './flag-rules.js';
import { ticksCheckCommand } from './ticks-check.js';
import { ticksGenerateCommand } from './ticks-generate.js';
import { ticksImportCommand } from './ticks-import.js';
import { ticksInfoCommand } from './ticks-info.js';

/** The command of all tick commands. @param args - as typed. */
export function ticksCommand(args: readonly string[]): CommandModule {
  return {
    command: 'ticks <command>',
    describe: 'Tick files: import, check, info, generate',
    builder: yargs =>
      yargs
        .command(withFlagRules(ticksImportCommand, args))
        .command(withFlagRules(ticksCheckCommand, args))
        .command(withFlagRules(ticksInfoCommand, args))
        .command(withFlagRules(ticksGenerateCommand, args))
        .demandCommand(1),
    handler() {},
  };
}
