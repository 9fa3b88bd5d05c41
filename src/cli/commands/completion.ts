/** `orrery completion SHELL`: prints the script that completes the words of the command line. */

import type { CommandModule } from 'yargs';
import { typedFlags } from '../flags/typed-flags.js';
import { COMPLETION, SHELLS, type Shell } from '../output/completion-scripts.js';
import { print } from '../output/terminal/print.js';

interface CompletionFlags {
  readonly shell: Shell;
}

export const completionCommand: CommandModule<object, CompletionFlags> = {
  command: 'completion <shell>',
  builder: yargs =>
    typedFlags<CompletionFlags>()(
      yargs.positional('shell', {
        choices: SHELLS,
        demandOption: true,
        describe: 'the shell that is to complete words',
      }),
    ),
  handler({ shell }) {
    print(COMPLETION[shell]);
  },
};
