/** `orrery python`: serves the Python package, which starts it, over standard input and output. */

import type { Argv } from 'yargs';
import { Channel } from '../../data/storage/strategy/python/pipes/channel.js';
import { ownPipes } from '../../data/storage/strategy/python/pipes/pipes.js';
import { commandOf } from '../flags/typed-flags.js';
import { servePython } from '../python/serve-python.js';

const STDIN = 0;
const STDOUT = 1;

export const pythonCommand = commandOf({
  command: 'python',
  builder: (yargs: Argv) =>
    yargs.epilogue('The package orrery-fx of Python starts it; frames of its own cross, no text.'),
  handler: () => servePython(new Channel(ownPipes(STDIN, STDOUT))),
});
