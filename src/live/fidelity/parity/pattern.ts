/** Patterns of known differences: `{a,b}` stands for each of several texts, `*` for any text. */

/** Matches a text as a whole. */
export function matcher(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+()[\]|]/g, '\\$&').replaceAll('*', '.*');
  const choices = escaped.replace(
    /\{([^{}]*)\}/g,
    (_, inner) => `(?:${inner.replaceAll(',', '|')})`,
  );
  return new RegExp(`^${choices}$`);
}
