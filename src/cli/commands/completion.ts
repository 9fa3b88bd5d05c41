/** `orrery completion SHELL`: prints the script that completes the words of the command line. */

import { commandOf } from '../flags/typed-flags.js';
import { COMPLETION, SHELLS } from '../output/completion-scripts.js';
import { print } from '../output/terminal/print.js';

export const completionCommand = commandOf({
  command: 'completion <shell>',
  builder: yargs =>
    yargs.positional('shell', {
      choices: SHELLS,
      demandOption: true,
      describe: 'the shell that is to complete words',
    }),
  handler({ shell }) {
    print(COMPLETION[shell]);
  },
});
