/**
 * `orrery ticks import|check|info|generate`: tick files in and out.
 */

import type { CommandModule } from 'yargs';
import { ticksCheckCommand } from './ticks-check.js';
import { ticksGenerateCommand } from './ticks-generate.js';
import { ticksImportCommand } from './ticks-import.js';
import { ticksInfoCommand } from './ticks-info.js';

export const ticksCommand: CommandModule = {
  command: 'ticks <command>',
  describe: 'Tick files: import, check, info, generate',
  builder: yargs =>
    yargs
      .command(ticksImportCommand)
      .command(ticksCheckCommand)
      .command(ticksInfoCommand)
      .command(ticksGenerateCommand)
      .demandCommand(1),
  handler() {},
};
