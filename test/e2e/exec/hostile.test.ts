import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/files/paths.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { documentOf, execPlain, nodeProgram, unheld } from '../../support/process/exec.js';
import { PYTHON } from '../../support/python/run-python.js';

/** Programs and machines that `orrery exec` cannot serve: each ends in a sentence that says what to do. */

const MANUAL = ['--clock', 'manual', '--json'];
const IS_LINUX = process.platform === 'linux';
/** Runs a program as a user that is not this one; only root can. */
const AS_NOBODY = ['setpriv', '--reuid', '65534', '--clear-groups'];
const asNobody = (...command: readonly string[]) => {
  const [file = '', ...words] = [...AS_NOBODY, ...command];
  return spawnSync(file, words).status === 0;
};
const CAN_CHANGE_USER =
  IS_LINUX && process.getuid?.() === 0 && asNobody('cat', join(ROOT, 'package.json'));
/** The Pythons that such a user may run; one that its owner has installed for itself is none. */
const PYTHONS = ['/usr/bin/python3', PYTHON].filter(each => asNobody(each, '-c', '1'));

/** A folder for PATH in which `unshare` refuses. */
function refusingUnshare(): string {
  const folder = temporaryFolder();
  const file = join(folder, 'unshare');
  writeFileSync(file, '#!/bin/sh\necho "unshare: Operation not permitted" >&2\nexit 1\n');
  chmodSync(file, 0o755);
  return folder;
}

describe.runIf(IS_LINUX)('orrery exec --strict [needs Linux]', () => {
  it.each([
    ['has no unshare', temporaryFolder, 'needs unshare, of util-linux; without it'],
    ['forbids namespaces', refusingUnshare, 'is refused by this system: unshare: Operation not'],
  ])('says what to do where the system %s', async (_what, folder, sentence) => {
    const PATH = `${folder()}:/nowhere`;
    const run = await execPlain([...MANUAL, '--strict', '--', process.execPath], undefined, {
      PATH,
    });
    expect([run.status, run.stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(run.stderr).toContain('programs in Python and Node are held too');
  });
});

describe.runIf(CAN_CHANGE_USER)('a program that runs as another user [needs root on Linux]', () => {
  const AS = /as another user .* run orrery exec itself as that user/;

  it('is not started by the preload of Node', async () => {
    const run = await execPlain([...MANUAL, '--', ...AS_NOBODY, process.execPath, '-e', '1']);
    expect([run.status, run.stderr]).toEqual([69, expect.stringMatching(AS)]);
  });

  it.skipIf(PYTHONS.length === 0)(
    'is not started by the preload of Python [needs python3]',
    async () => {
      const [python = ''] = PYTHONS;
      const run = await execPlain([...MANUAL, '--', ...AS_NOBODY, python, '-c', 'print(1)']);
      expect([run.status, run.stderr]).toEqual([69, expect.stringMatching(AS)]);
    },
  );
});

describe('a program that brings its own authorities', () => {
  it('gets the file to trust, and the reason', async () => {
    const asks = `
const { connect } = await import('node:tls');
const port = Number(process.env.ORRERY_FRONT_PORT);
const socket = connect({ port, host: '127.0.0.1', servername: 'api-fxtrade.oanda.com' });
socket.on('error', ({ code }) => console.log(code));`;
    const [env = '', ...words] = unheld(nodeProgram(asks));
    const bare = [env, '-u', 'NODE_EXTRA_CA_CERTS', ...words];
    const run = await execPlain([...MANUAL, '--unguarded', '--', ...bare]);
    expect(run.status).toBe(0);
    expect(run.stderr).toMatch(/a TLS connection failed: .* trust the file in ORRERY_CA/);
    expect(Object.keys(documentOf(run).exec.tlsFailed)).toHaveLength(1);
  });
});
