/** The names of types that the sources declare, and in which files. */

const DECLARED = /^(export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;

/** The files that export a type or a class, by its name. */
export function exportedTypes(
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  return typesOf(sources, (match: RegExpMatchArray) => match[1] !== undefined);
}

/** The files that declare a type or a class, exported or not, by its name. */
export function declaredTypes(
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  return typesOf(sources, () => true);
}

function typesOf(
  sources: ReadonlyMap<string, string>,
  counts: (match: RegExpMatchArray) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const match of text.matchAll(DECLARED)) {
      const name = match[2] as string;
      if (counts(match)) files.set(name, [...(files.get(name) ?? []), file]);
    }
  }
  return files;
}
