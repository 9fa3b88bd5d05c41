import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../src/cli/command-line.js';
import { MAIN, ROOT } from '../../../support/files/paths.js';
import { patience } from '../../../support/patience.js';
import { printedBy } from '../../../support/process/in-process.js';

const words = async (...line: readonly string[]) =>
  (await printedBy('--complete', 'orrery', ...line)).split('\n').slice(0, -1);

describe('the words that complete a line', () => {
  it('are commands, flags, subcommands and choices', async () => {
    expect(await words('')).toEqual(Object.keys(COMMANDS));
    expect(await words('se')).toEqual(['serve', 'seal']);
    expect(await words('run', '--j')).toEqual(['--json', '--junit']);
    expect(await words('run', 's.yaml', '--replay', '')).toEqual(['pass-quiet', 'every-tick']);
    expect(await words('ticks', 'do')).toEqual(['doctor', 'download']);
    expect(await words('ticks', 'info', 'a.csv', '--instr')).toEqual(['--instrument']);
    expect(await words('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
  });

  it('are none where the shell completes itself, or nothing is known', async () => {
    expect(await words('run', 'scen')).toEqual([]);
    expect(await words('run', '--out', '')).toEqual([]);
    expect(await words('nope', '')).toEqual([]);
    expect(await words('constructor', '')).toEqual([]);
  });
});

describe('the script', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('for %s asks the program', async shell => {
    expect(await printedBy('completion', shell)).toContain('orrery --complete');
  });

  it.skipIf(!existsSync('/bin/bash'))('for bash completes a flag, and files [needs bash]', () => {
    const script = `
      orrery() { ${JSON.stringify(process.execPath)} ${JSON.stringify(MAIN)} "$@"; }
      source <(orrery completion bash)
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _orrery; echo "\${COMPREPLY[*]}"; }
      try orrery run --jun
      try orrery run READ
    `;
    const { stdout, stderr } = spawnSync('/bin/bash', ['-c', script], {
      timeout: patience(120_000),
      encoding: 'utf8',
      cwd: ROOT,
    });
    expect([stdout, stderr]).toEqual(['--junit\nREADME.md\n', '']);
  });
});
