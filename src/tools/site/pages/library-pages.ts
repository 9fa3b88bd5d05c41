/** The pages of the library's types, made by TypeDoc from the sources. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ENTRIES = [
  'src/cli/library/library.ts',
  'src/core/strategy/strategy.ts',
  'src/testing/testing.ts',
];

/** Writes the pages into a folder. @param root - of the repository. @throws Error of TypeDoc. */
export function writeLibraryPages(root: string, folder: string): void {
  const options = [
    ['--plugin', 'typedoc-plugin-markdown'],
    ['--tsconfig', join(root, 'src', 'cli', 'tsconfig.json')],
    ['--out', folder],
    ['--readme', 'none'],
    ['--entryFileName', 'index'],
    ['--router', 'module'],
    ['--hidePageHeader', 'true'],
    ['--hideBreadcrumbs', 'true'],
    ['--disableSources', 'true'],
    ['--excludeInternal', 'true'],
    ['--excludePrivate', 'true'],
    ['--skipErrorChecking', 'true'],
    ['--useCodeBlocks', 'true'],
    ['--logLevel', 'Error'],
    ['--name', 'orrery-fx'],
  ];
  execFileSync(
    process.execPath,
    [join(root, 'node_modules', 'typedoc', 'bin', 'typedoc'), ...options.flat(), ...ENTRIES],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
}
