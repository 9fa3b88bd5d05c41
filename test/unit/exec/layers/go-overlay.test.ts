import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goFlags } from '../../../../src/exec/layers/go-overlay.js';
import { ROOT } from '../../../support/files/paths.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

const HAS_GO = spawnSync('go', ['version']).status === 0;
const ADDED = join(ROOT, 'src', 'exec', 'preload', 'go');

/** A machine with a command `go` that says this of itself, and a library with one file. */
function machine(flags: string, files: Readonly<Record<string, string>> = {}) {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', name)), { recursive: true });
    writeFileSync(join(root, 'src', name), text);
  }
  const facts = { GOROOT: root, GOFLAGS: flags, GOVERSION: 'go1.99' };
  const script = `#!/bin/sh\necho '${JSON.stringify(facts)}'\n`;
  const path = temporaryFolder();
  writeFileSync(join(path, 'go'), script, { mode: 0o755 });
  return { PATH: `${path}:/usr/bin:/bin` };
}

const place = () => ({ path: temporaryFolder() });

describe.skipIf(process.platform === 'win32')('the overlay for Go [needs a shell]', () => {
  it('is none where there is no Go', () => {
    expect(goFlags({ PATH: temporaryFolder() }, place(), ADDED)).toBeUndefined();
  });

  it('is none, with the reason, for an unknown library', () => {
    const found = goFlags(
      machine('', { 'runtime/synctest.go': 'package runtime\n' }),
      place(),
      ADDED,
    );
    expect(found).toEqual({
      trouble:
        'go1.99 is not one whose programs can be held: Go 1.25 and 1.26 are, and others run in real time',
    });
  });

  it('is none, with the reason, beside one of the user', () => {
    const found = goFlags(machine('-mod=mod -overlay=/own.json'), place(), ADDED);
    expect(found).toEqual({
      trouble: 'GOFLAGS has an -overlay of its own, so that Go programs are not held',
    });
  });

  it.skipIf(!HAS_GO)(
    'changes files of the library, adds others, and keeps the flags of the user [needs Go]',
    () => {
      const here = place();
      const found = goFlags({ ...process.env, GOFLAGS: '-mod=mod' }, here, ADDED);
      expect(found).toEqual({ flags: `-mod=mod -overlay=${join(here.path, 'overlay.json')}` });
      const text = readFileSync(join(here.path, 'overlay.json'), 'utf8');
      const { Replace } = JSON.parse(text) as {
        readonly Replace: Readonly<Record<string, string>>;
      };
      const pairs = Object.entries(Replace);
      const placeOf = (end: string) => pairs.find(([name]) => name.endsWith(end)) ?? ['', ''];
      const [, added] = placeOf('/time/orrery_held_linux.go');
      expect(added).toBe(join(ADDED, 'time', 'orrery_held_linux.go'));
      const [library, changed] = placeOf('/sysrand/rand.go');
      expect(readFileSync(changed, 'utf8')).toContain('orreryRandom(b)');
      expect(readFileSync(library, 'utf8')).not.toContain('orrery');
    },
  );
});
