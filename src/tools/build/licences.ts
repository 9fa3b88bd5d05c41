/**
 * The packages whose code is in what users get, with their licences: code may be passed on only
 * with its licence. `THIRD-PARTY-LICENSES` is for people, `sbom.cdx.json` for scanners; both are in
 * the package.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BundledPackage, type LockedPackages, partsList } from './parts-list.js';
import { ROOT } from './root.js';

/** The folder of a package in the path of one of its files. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$|\.LICENSE\.txt$/i;
/** Licences of packages whose package.json names none: read by a person in their own pages. */
const READ_LICENCES: Readonly<Record<string, string>> = { decko: 'MIT', stickyfill: 'MIT' };
const LINE = '-'.repeat(80);

/**
 * Writes the licences and the list of parts into `dist`.
 * @param inputs - paths from the root of all files that were built into something.
 * @throws Error naming a package that has no licence, or that the lockfile has not.
 */
export function writeLicences(inputs: readonly string[]): void {
  const folders = inputs.flatMap(path => PACKAGE.exec(path.replaceAll('\\', '/')) ?? []);
  const packages = new Map<string, { readonly about: BundledPackage; readonly text: string }>();
  const places = new Map<string, BundledPackage>();
  for (const folder of new Set(folders)) {
    const about = packageIn(folder);
    places.set(folder.slice(folder.indexOf('node_modules/')), about);
    packages.set(`${about.name}@${about.version}`, { about, text: licenceText(folder, about) });
  }
  const sorted = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found);
  const head = `Orrery contains code of ${sorted.length} packages. Their licences:\n`;
  const parts = sorted.map(({ about, text }) => {
    return `${LINE}\n${about.name} ${about.version} (${about.license})\n\n${text}\n`;
  });
  writeFileSync(join(ROOT, 'dist', 'THIRD-PARTY-LICENSES'), [head, ...parts].join('\n'));
  const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: LockedPackages;
  };
  const list = partsList(places, lockfile.packages);
  writeFileSync(join(ROOT, 'dist', 'sbom.cdx.json'), `${JSON.stringify(list, null, 2)}\n`);
}

function packageIn(folder: string): BundledPackage {
  const text = readFileSync(join(ROOT, folder, 'package.json'), 'utf8');
  const about = JSON.parse(text) as Partial<BundledPackage>;
  const { name = '', version, license = READ_LICENCES[name] } = about;
  if (name === '' || version === undefined || license === undefined) {
    throw new Error(`${folder}/package.json: must have name, version and license`);
  }
  return { name, version, license };
}

/** The texts of the licence files; of a package without one, its expression. */
function licenceText(folder: string, { license }: BundledPackage): string {
  const names = readdirSync(join(ROOT, folder)).filter(name => LICENCE_FILE.test(name));
  const texts = names.sort().map(name => readFileSync(join(ROOT, folder, name), 'utf8').trim());
  return texts.length > 0 ? texts.join('\n\n') : `${license}. The package has no other text.`;
}
