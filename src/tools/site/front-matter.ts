/** What stands before a page of the documentation: its title and its place in the sidebar. */

import { parse } from 'yaml';

/** A page, taken apart. */
export interface FrontMatter {
  /** The title in the sidebar. */
  readonly title: string;
  /** Its place in its folder, ascending. */
  readonly order: number;
}

const FRONT = /^---\n([\s\S]*?)\n---\n/;

/**
 * The title and the order of a page; undefined when it has none.
 * @throws Error when one of the two is missing or of another type.
 */
export function frontMatterOf(path: string, text: string): FrontMatter | undefined {
  const [, yaml] = FRONT.exec(text) ?? [];
  if (yaml === undefined) return undefined;
  const { title, order } = parse(yaml) as Record<string, unknown>;
  if (typeof title !== 'string' || typeof order !== 'number') {
    throw new Error(`${path}: its first lines must have a title and an order, a number`);
  }
  return { title, order };
}

/** A page with these first lines. */
export function withFrontMatter({ title, order }: FrontMatter, body: string): string {
  return `---\ntitle: ${JSON.stringify(title)}\norder: ${order}\n---\n\n${body}`;
}
