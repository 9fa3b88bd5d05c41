import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../src/cli/command-line.js';
import { printedBy } from '../../../support/process/in-process.js';

describe('help', () => {
  it.each(Object.keys(COMMANDS))('of orrery %s has an example and the exit codes', async name => {
    const text = await printedBy(name, '--help');
    expect(text).toContain(`\nExamples:\n  orrery ${name} `);
    expect(text).toMatch(/\nExit codes: /);
  });
});
