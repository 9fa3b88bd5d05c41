/**
 * Where links of documents lead on the site. Pages of `docs` keep their path; other documents of
 * the repository become pages under `project`; other files are laid beside the pages as text.
 */

import { posix } from 'node:path';

/** Links and pictures, but not addresses of other hosts. */
const LINK = /(!?\[(?:[^\][]|\[[^\]]*\])*\])\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/** Code, in which nothing is a link. */
const CODE = /(^ *```[\s\S]*?^ *```|`[^`\n]*`)/gm;

/** What a document links to, from the repository's root; `isFolder` tells folders from files. */
export interface DocumentLinks {
  readonly text: string;
  /** Documents and files outside of `docs` that are linked to. */
  readonly others: readonly string[];
}

/** The path on the site of a file of the repository, from the site's root. */
export function sitePath(path: string): string {
  if (path.startsWith('docs/') && path.endsWith('.md')) return path.slice('docs/'.length);
  if (path.endsWith('.md')) return `project/${path.toLowerCase()}`;
  return path.startsWith('docs/pictures/') ? path.slice('docs/'.length) : `files/${path}.txt`;
}

/**
 * The text of a document with links as they are on the site.
 * @param path - of the document, from the repository's root.
 * @param isFile - whether a path from there is a file; links to folders become plain text.
 */
export function linkedText(
  path: string,
  text: string,
  isFile: (path: string) => boolean,
): DocumentLinks {
  const others = new Set<string>();
  const from = posix.dirname(sitePath(path));
  const relink = (part: string) =>
    part.replace(LINK, (whole, label: string, target: string, anchor = '') => {
      const file = posix.normalize(posix.join(posix.dirname(path), decodeURI(target)));
      if (!isFile(file)) return label.replace(/^!?\[([\s\S]*)\]$/, '$1');
      if (!file.startsWith('docs/') || !file.endsWith('.md')) others.add(file);
      const there = posix.relative(from, sitePath(file));
      if (whole.startsWith('!') || file.endsWith('.md')) {
        return `${label}(${there.startsWith('.') ? there : `./${there}`}${anchor})`;
      }
      return `${label}(/${sitePath(file)})`;
    });
  const parts = text.split(CODE).map((part, index) => (index % 2 === 1 ? part : relink(part)));
  return { text: parts.join(''), others: [...others] };
}
