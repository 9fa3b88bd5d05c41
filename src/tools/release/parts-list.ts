/**
 * The list of parts of a release (SBOM, CycloneDX): the packages that npm installs with this one,
 * and those whose code is in the bundle. `npm sbom` lists all packages of the lockfile; tools of
 * the build are left out here, because users do not get them.
 */

/** A part, as far as it is read here. */
interface Component {
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** A CycloneDX document, as `npm sbom` makes it. */
export interface PartsDocument {
  readonly components: readonly Component[];
  readonly dependencies?: readonly {
    readonly ref: string;
    readonly dependsOn: readonly string[];
  }[];
}

/** Name and version of a package whose code is in the bundle. */
export type PackageVersion = Pick<Component, 'name' | 'version'>;

const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * The document without packages that users do not get.
 * @throws Error naming a bundled package that the document does not have.
 */
export function partsOfRelease(
  all: PartsDocument,
  bundled: readonly PackageVersion[],
): PartsDocument {
  const wanted = new Set(bundled.map(nameOf));
  const components = all.components.filter(
    part => wanted.has(nameOf(part)) || !part.properties?.some(({ name }) => name === DEVELOPMENT),
  );
  const found = new Set(components.map(nameOf));
  const missing = [...wanted].filter(name => !found.has(name));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`);
  const refs = new Set(components.map(part => (part as { 'bom-ref'?: string })['bom-ref']));
  const dependencies = (all.dependencies ?? [])
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(name => refs.has(name)) }));
  return { ...all, components, dependencies };
}

function nameOf({ name, version }: PackageVersion): string {
  return `${name}@${version}`;
}
