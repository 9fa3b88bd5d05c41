/**
 * Snippets of documents: what stands between fences, and what the words after the language say that
 * a test does with it. CONTRIBUTING.md, "A document", has the rules.
 */

/** A snippet. */
export interface Snippet {
  /** The line of its fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** The name of the file that it is, in brackets after the language. */
  readonly file?: string;
  /** `in=hook`: the surroundings of a fragment. */
  readonly surroundings?: string;
  /** `skip="..."`: why it is not run. */
  readonly skip?: string;
  /** `needs=go`: programs without which it is not run. */
  readonly needs: readonly string[];
  /** `server`, `slow`. */
  readonly marks: ReadonlySet<string>;
  readonly text: string;
}

const FENCE = /^( *)```(.*)$/;
const WORDS = /\[([^\]]+)\]|(\w+)="([^"]*)"|(\w+)=(\S+)|(\S+)/g;
const KEYS: ReadonlySet<string> = new Set(['in', 'skip', 'needs']);
const MARKS: ReadonlySet<string> = new Set(['server', 'slow']);

/** The snippets of a document. @throws Error when a fence says what no test understands. */
export function snippetsOf(path: string, document: string): Snippet[] {
  const lines = document.split('\n');
  const found: Snippet[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent, info = ''] = FENCE.exec(lines[at] ?? '') ?? [];
    if (indent === undefined) continue;
    const end = lines.findIndex((line, index) => index > at && line === `${indent}\`\`\``);
    if (end === -1) throw new Error(`${path}:${at + 1}: the fence is not closed`);
    const text = lines.slice(at + 1, end).map(line => line.slice(indent.length));
    found.push({ line: at + 1, ...said(`${path}:${at + 1}`, info), text: `${text.join('\n')}\n` });
    at = end;
  }
  return found;
}

/** What the words of a fence say. */
function said(place: string, info: string): Omit<Snippet, 'line' | 'text'> {
  const [language = '', ...rest] = info.trim().split(' ');
  if (language === '') throw new Error(`${place}: the fence names no language`);
  const marks = new Set<string>();
  const values: Record<string, string> = {};
  for (const [whole, file, quoted, text, plain, value, mark] of rest.join(' ').matchAll(WORDS)) {
    const key = quoted ?? plain;
    if (file !== undefined) values['file'] = file;
    else if (key !== undefined && KEYS.has(key)) values[key] = text ?? value ?? '';
    else if (mark !== undefined && MARKS.has(mark)) marks.add(mark);
    else throw new Error(`${place}: no test understands ${whole}`);
  }
  const { file, in: surroundings, skip, needs } = values;
  if (skip === '') throw new Error(`${place}: skip must say why`);
  return {
    language,
    ...(file === undefined ? {} : { file }),
    ...(surroundings === undefined ? {} : { surroundings }),
    ...(skip === undefined ? {} : { skip }),
    needs: needs?.split(',') ?? [],
    marks,
  };
}
