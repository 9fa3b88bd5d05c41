/**
 * `npm run release`: packs the built checkout, installs the tarball in an empty project, walks the
 * three paths of a new user there, prints sizes, and looks advisories up about what is in it. `--dry`
 * stops there. Without it, the commit is tagged; what publishes the tarball is printed, because a
 * person decides that. An advisory, or one that cannot be looked up, stops a release; `--unaudited`
 * says that a person has looked.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageFile } from '../../data/package-root.js';
import { VERSION } from '../../data/version.js';
import { lookUpAdvisories } from './advisories.js';
import { run } from './commands.js';
import { installWith, MANAGERS, nodeFolder } from './environments.js';
import { bytesIn, pack, type ReleasePack } from './packed.js';
import { walkThreePaths } from './three-paths.js';
import { releaseFaults } from './version-faults.js';

const MEGABYTE = 1e6;
const PACKED_MAX = 5 * MEGABYTE;
const INSTALLED_MAX = 60 * MEGABYTE;
const PACKAGES_MAX = 70;

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean', default: false },
    unaudited: { type: 'boolean', default: false },
    node: { type: 'string', multiple: true, default: [] },
    manager: { type: 'string', multiple: true, default: [] },
  },
});

const faults = releaseFaults();
for (const fault of faults) say(`before a release: ${fault}`);
if (faults.length > 0 && !values.dry) process.exit(1);

const packed = pack();
const folder = mkdtempSync(join(tmpdir(), 'orrery-release-'));
try {
  await tryOut(packed);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
audit(packed);
if (values.dry) say('Dry: nothing was tagged or published.');
else {
  run('git', ['tag', `v${VERSION}`], { folder: packageFile('.') });
  say(`Tagged v${VERSION}. To publish it:`);
  say(`  git push origin v${VERSION}\n  npm publish ${packed.tarball} --provenance`);
}

/** Says which advisories there are about the parts of the package. */
function audit({ parts }: ReleasePack): void {
  const { advisories, unknown } = lookUpAdvisories(packageFile('.'), new Set(parts));
  for (const advisory of advisories) say(`advisory: ${advisory}`);
  if (unknown !== undefined) say(`advisories could not be looked up: ${unknown}`);
  else say(`advisories about ${parts.length} parts: ${advisories.length}`);
  const isClear = unknown === undefined && advisories.length === 0;
  if (!isClear && !values.dry && !values.unaudited) process.exit(1);
}

/** Installs and uses the tarball under each Node and each manager, and prints what it costs. */
async function tryOut({ tarball, files, bytes, unpackedBytes, parts }: ReleasePack): Promise<void> {
  for (const version of values.node.length > 0 ? values.node : [undefined]) {
    const bin = version === undefined ? undefined : nodeFolder(version, join(folder, 'tools'));
    const env = bin === undefined ? undefined : { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    const place = { folder: emptyProject(`node-${version ?? 'own'}`), ...(env && { env }) };
    const used = run('node', ['--version'], place).trim();
    for (const line of await walkThreePaths(tarball, place)) say(`Node ${used}: ${line}`);
    if (version === undefined || version === values.node[0]) sizes(place.folder);
  }
  for (const manager of values.manager.includes('all') ? Object.keys(MANAGERS) : values.manager) {
    const project = emptyProject(manager.replace(/\W/g, '-'));
    say(`${manager}: ${installWith(manager, project, tarball)}`);
  }
  mustBeBelow('packed', bytes, PACKED_MAX);
  say(`unpacked: ${inMegabytes(unpackedBytes)}; parts in the list: ${parts.length}`);
  for (const file of files) say(file);
}

function sizes(project: string): void {
  const installed = join(project, 'node_modules');
  const listed = run('npm', ['ls', '--all', '--parseable'], { folder: project });
  const packages = listed.trim().split('\n').length - 1;
  mustBeBelow('installed', bytesIn(installed), INSTALLED_MAX);
  if (packages > PACKAGES_MAX) throw new Error(`${packages} packages, must be ${PACKAGES_MAX}`);
  say(`packages: ${packages}, at most ${PACKAGES_MAX}, this one among them`);
}

function mustBeBelow(what: string, bytes: number, most: number): void {
  const said = `${what}: ${inMegabytes(bytes)}, at most ${inMegabytes(most)}`;
  if (bytes > most) throw new Error(said);
  say(said);
}

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function emptyProject(name: string): string {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  return project;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
