/**
 * The list of parts of the package (SBOM, CycloneDX 1.5): the packages that npm installs with it, and
 * those whose code is built in. Names, places and checksums are those of package-lock.json. The list
 * has no time and no random number, so that the same sources give the same bytes.
 */

/** A package whose code is in the bundle, in a page, in the dashboard or in the documentation. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package's own package.json has it. */
  readonly license: string;
}

/** A package of the lockfile. */
export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** `sha512-` and base64. */
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly peer?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The packages of a lockfile by their place, such as `node_modules/yaml`; the project at ''. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** A part of the list. */
interface Component extends BundledPackage {
  readonly use: 'built in' | 'installed';
  readonly place: string;
}

const INTEGRITY = /^sha512-([A-Za-z0-9+/]+=*)$/;

/**
 * Makes the list.
 * @param bundled - the built in packages by their place.
 * @throws Error naming a package that the lockfile does not have, or has in another version.
 */
export function partsList(bundled: ReadonlyMap<string, BundledPackage>, locked: LockedPackages) {
  const parts = new Map<string, Component>();
  for (const [place, about] of bundled) {
    const version = locked[place]?.version;
    if (version !== about.version) {
      const is = version ?? 'no such package';
      throw new Error(`${place}: has version ${about.version}, and package-lock.json has ${is}`);
    }
    parts.set(purlOf(about), { ...about, use: 'built in', place });
  }
  for (const [place, { version = '', license = '', dev, peer }] of Object.entries(locked)) {
    if (place === '' || dev === true || peer === true) continue;
    const about = { name: nameAt(place), version, license };
    parts.set(purlOf(about), { ...about, use: 'installed', place });
  }
  const { name = '', version = '', license = '' } = locked[''] ?? {};
  const own = { name, version, license };
  const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
  const places = new Map(sorted.map(([purl, { place }]) => [place, purl]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': purlOf(own), ...described(own) } },
    components: sorted.map(([, part]) => componentOf(part, locked[part.place])),
    dependencies: [
      { ref: purlOf(own), dependsOn: sorted.map(([purl]) => purl) },
      ...sorted.map(([ref, { place }]) => ({ ref, dependsOn: below(place, locked, places) })),
    ],
  };
}

function described(about: BundledPackage) {
  const { name, version, license } = about;
  return { name, version, licenses: [{ expression: license }], purl: purlOf(about) };
}

function componentOf(part: Component, locked: LockedPackage | undefined) {
  const [, base64] = INTEGRITY.exec(locked?.integrity ?? '') ?? [];
  if (base64 === undefined) throw new Error(`${part.place}: has no sha512 in package-lock.json`);
  const content = Buffer.from(base64, 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': purlOf(part),
    ...described(part),
    hashes: [{ alg: 'SHA-512', content }],
    properties: [{ name: 'orrery:use', value: part.use }],
  };
}

/** The parts that the package at `place` depends on. */
function below(
  place: string,
  locked: LockedPackages,
  places: ReadonlyMap<string, string>,
): readonly string[] {
  return Object.keys(locked[place]?.dependencies ?? {})
    .flatMap(name => places.get(resolved(place, name, locked)) ?? [])
    .sort();
}

/** Where the package at `place` finds `name`, as Node looks for it; '' when nowhere. */
function resolved(place: string, name: string, locked: LockedPackages): string {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (locked[found] !== undefined) return found;
    if (at === '') return '';
  }
}

function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The address of a package among all registries. Source: the purl specification. */
function purlOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
