import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../support/files/paths.js';

/** Which scripts of package.json check types. Source: decision 0075. */

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** All commands of a script, with those of the scripts that it runs. */
function commandsOf(script: string): readonly string[] {
  return (scripts[script] ?? '').split(' && ').flatMap(command => {
    const [, inner, flag = ''] = /^npm run --silent ([\w:]+)(?: --( .*))?$/.exec(command) ?? [];
    return inner === undefined ? [command] : commandsOf(inner).map(each => `${each}${flag}`);
  });
}

const BUILD = 'node src/tools/build/build.mjs';

describe('a script that compiles', () => {
  it.each(['build', 'prepack', 'bench', 'docs', 'release'])('checks types: %s', script => {
    expect(commandsOf(script)).toContain(BUILD);
  });

  const others = [
    'start',
    'backtest',
    'test',
    'test:nightly',
    'test:all',
    'test:campaign',
    'test:languages',
  ];
  it.each([...others, 'test:docs', 'test:mutants', 'crash'])(
    'leaves types to npm run check: %s',
    script => {
      const compiles = commandsOf(script).filter(command => /^tsc|build\.mjs/.test(command));
      expect(compiles).toEqual([`${BUILD} --noCheck`]);
    },
  );

  it('is run with all checks by CI and by npm run check', () => {
    const lines = readFileSync(join(ROOT, '.ci', 'run'), 'utf8').split('\n');
    expect(lines).toContain('npm run --silent compile || code=1');
    // Pages in a browser too.
    expect(
      lines.filter(line => line.startsWith('npm test -- --config test/all.config.ts ')),
    ).toHaveLength(1);
    expect(commandsOf('compile')).toEqual(['tsc -b src src/tools']);
    const check = readFileSync(join(ROOT, 'test', 'check.mjs'), 'utf8');
    expect(check).toContain("['npm', 'run', '--silent', 'build']");
  });
});
