/** Lines of text with `{a,b}` for each of several and `*` for anything, as exceptions are listed. */

/** Each of the texts that `{a,b}` stands for. */
export function alternatives(line: string): string[] {
  const found = /\{([^{}]*)\}/.exec(line);
  if (found === null) return [line];
  const [whole, inner = ''] = found;
  return inner.split(',').flatMap(each => alternatives(line.replace(whole, each)));
}

/** Matches a text as a whole. */
export function matcher(line: string): RegExp {
  const escaped = line.replace(/[.+[\]]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}
