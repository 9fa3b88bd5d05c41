/**
 * `orrery ticks import|check|doctor|download|fetch|put|info|generate`: tick files in and out.
 */

import type { CommandModule } from 'yargs';
import { withFlagRules } from '../../flags/flag-rules.js';
import { ticksCheckCommand } from './check.js';
import { ticksFetchCommand } from './content/fetch.js';
import { ticksPutCommand } from './content/put.js';
import { ticksDoctorCommand } from './doctor.js';
import { ticksDownloadCommand } from './download.js';
import { ticksGenerateCommand } from './generate.js';
import { ticksImportCommand } from './import.js';
import { ticksInfoCommand } from './info.js';
import { layoutHelp } from './tick-file.js';

/** The command of all tick commands. @param args - as typed. */
export function ticksCommand(args: readonly string[]): CommandModule {
  return {
    command: 'ticks <command>',
    builder: yargs =>
      yargs
        .command(withFlagRules(ticksImportCommand, args))
        .command(withFlagRules(ticksCheckCommand, args))
        .command(withFlagRules(ticksDoctorCommand, args))
        .command(withFlagRules(ticksDownloadCommand, args))
        .command(withFlagRules(ticksFetchCommand, args))
        .command(withFlagRules(ticksPutCommand, args))
        .command(withFlagRules(ticksInfoCommand, args))
        .command(withFlagRules(ticksGenerateCommand, args))
        .epilogue(layoutHelp())
        .demandCommand(1),
    handler() {},
  };
}
