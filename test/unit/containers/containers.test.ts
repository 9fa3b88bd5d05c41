import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../support/files/paths.js';
import { patience } from '../../support/patience.js';
import { printedBy } from '../../support/process/in-process.js';

/** The files for containers and for CI: the commands, flags and versions in them exist. */

const textOf = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** A command with flags, as an array of words, is one that `orrery` knows. */
async function expectKnown([command = '', ...words]: readonly string[]): Promise<void> {
  const help = await printedBy(command, '--help');
  for (const flag of words.filter(word => word.startsWith('--'))) {
    expect(help, `${command} ${flag}`).toContain(` ${flag} `);
  }
}

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string;
        readonly command?: readonly string[];
        readonly read_only?: boolean;
      }
    >
  >;
}

describe('the Dockerfile', () => {
  const dockerfile = textOf('Dockerfile');

  it('ends as a user that is not root, checks health, and starts a command that orrery has', async () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toContain('\nUSER 1000\n');
    expect(last).toContain("fetch('http://127.0.0.1:8020/ready')");
    expect(last).toContain('ENTRYPOINT ["orrery"]');
    await expectKnown(JSON.parse(/^CMD (.*)$/m.exec(last)?.[1] ?? '[]'));
  });

  it('installs the packages of the queue at the versions that are tested', () => {
    const { packages } = JSON.parse(textOf('package-lock.json'));
    for (const name of ['bullmq', 'ioredis']) {
      expect(dockerfile).toContain(` ${name}@${packages[`node_modules/${name}`].version}`);
    }
  });

  it('leaves out of its context what it does not copy, and nothing that the build reads', () => {
    const ignored = textOf('.dockerignore').trim().split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist']));
    for (const needed of ['src', 'data', 'scenarios', 'package-lock.json', '.npmrc']) {
      expect(existsSync(join(ROOT, needed)), needed).toBe(true);
      expect(ignored).not.toContain(needed);
    }
  });
});

describe('compose.yaml', () => {
  const { services } = parse(textOf('compose.yaml'), { merge: true }) as Compose;

  it('starts a broker, a Redis, workers and a sweep, each read-only', async () => {
    expect(Object.keys(services)).toEqual(['orrery', 'redis', 'worker', 'sweep']);
    for (const [name, { read_only, image, command }] of Object.entries(services)) {
      expect(read_only, name).toBe(true);
      if (image === 'orrery-fx' && command !== undefined) await expectKnown(command);
    }
  });
});

describe('action.yml', () => {
  const { inputs, runs } = parse(textOf('action.yml'));

  it('installs the version that it is of, unless the job names another', () => {
    const script: string = runs.steps.find(({ id }: { id?: string }) => id === 'run').run;
    const before = script.slice(0, script.indexOf('tool='));
    const packageFor = (version: string) =>
      execFileSync('bash', ['-c', `${before}\necho "$PACKAGE"`], {
        timeout: patience(120_000),
        env: { ...process.env, ACTION: ROOT, PACKAGE: version },
        encoding: 'utf8',
      }).trim();
    const { version } = JSON.parse(textOf('package.json'));
    expect(packageFor('')).toBe(`orrery-fx@${version}`);
    expect(packageFor('9.9.9')).toBe('orrery-fx@9.9.9');
    expect(packageFor('./orrery.tgz')).toBe('./orrery.tgz');
  });

  it('runs orrery with flags that it has, and puts no input into a script', async () => {
    const script: string = runs.steps.find(({ id }: { id?: string }) => id === 'run').run;
    await expectKnown(['run', ...(script.match(/--out\b/g) ?? [])]);
    expect(script).toContain('--junit "$results/junit.xml"');
    expect(script).not.toContain('${{');
    const used = JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g);
    expect(new Set([...used].map(([, name]) => name))).toEqual(new Set(Object.keys(inputs)));
  });
});
