/**
 * Exported values that no other file names. Read from the sources as text: a name counts as used
 * when the word stands in another file, so the check finds no false ones, and not all true ones.
 */

const EXPORT = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class) (\w+)/gm;
const WORD = /\w+/g;

/**
 * The values that `sources` export and no other file of `sources` and `users` names, as `file name`.
 * @param sources - texts by file name.
 * @param users - texts of further files that may use them.
 */
export function unusedExports(
  sources: ReadonlyMap<string, string>,
  users: Iterable<string>,
): readonly string[] {
  const filesWith = new Map<string, number>();
  for (const text of [...sources.values(), ...users]) {
    for (const word of new Set(text.match(WORD))) {
      filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
    }
  }
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(EXPORT)]
      .map(([, name = '']) => name)
      .filter(name => filesWith.get(name) === 1)
      .map(name => `${file} ${name}`),
  );
}
