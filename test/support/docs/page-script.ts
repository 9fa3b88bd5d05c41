/** The shell script of a page: its snippets in order, with a mark before each and after it. */

import type { Snippet } from './fences.js';

/** Languages that are run. */
const RUN: ReadonlySet<string> = new Set(['sh', 'console']);

/** Whether a test may run the snippet. */
export function isRun({ language, skip }: Snippet): boolean {
  return RUN.has(language) && skip === undefined;
}

/** A command of a transcript, and the lines that it prints. */
export interface Exchange {
  readonly command: string;
  readonly printed: readonly string[];
}

/** The commands of a transcript: lines that begin with `$ `, continued by a backslash. */
export function exchangesOf(text: string): Exchange[] {
  const found: { command: string; printed: string[] }[] = [];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const last = found.at(-1);
    if (line.startsWith('$ ')) found.push({ command: line.slice(2), printed: [] });
    else if (last === undefined)
      throw new Error(`a transcript begins with "$ ", not with: ${line}`);
    else if (last.command.endsWith('\\') && last.printed.length === 0) last.command += `\n${line}`;
    else last.printed.push(line);
  }
  return found;
}

/** The script of the snippets that are run. @param port - what stands for 8020. */
export function scriptOf(snippets: readonly Snippet[], port: number): string {
  const parts = snippets.map(snippet => {
    const { line, language, marks } = snippet;
    const text = snippet.text.replaceAll('8020', String(port));
    if (language === 'console') return transcript(line, text);
    const body = marks.has('server') ? served(text, port) : text;
    return `__mark "begin ${line}"\nset -e\n${body}\nset +e\n__mark "end ${line}"\n`;
  });
  return parts.join('\n');
}

function transcript(line: number, text: string): string {
  return exchangesOf(text)
    .map(
      ({ command }, at) => `__mark "begin ${line} ${at}"\n${command}\n__mark "end ${line} ${at}"\n`,
    )
    .join('');
}

/** The lines before the last command, and that one in the background. */
function served(text: string, port: number): string {
  const [, before = '', last = ''] = /^([\s\S]*?)((?:[^\n]*\\\n)*[^\n]+)\n$/.exec(text) ?? [];
  const [command = '', comment = ''] = last.split(/(?= #)/);
  const flag = command.includes('--port') || !command.includes('serve') ? '' : ` --port ${port}`;
  return `${before}__stop\n${command}${flag} > "$DOCS_OUTPUT/server" 2>&1 &${comment}\n__server=$!\n__ready`;
}

/** What the snippets printed, by `line` or `line exchange`, and the mark at which the script ended. */
export function outputsOf(printed: string): { byMark: Map<string, string>; code: string } {
  const byMark = new Map<string, string>();
  let code = 'killed';
  for (const part of printed.split('\u001e').slice(1)) {
    const [mark = '', ...rest] = part.split('\n');
    const [word, ...place] = mark.split(' ');
    if (word === 'begin') byMark.set(place.join(' '), rest.join('\n'));
    else if (word === 'end') byMark.set(`end ${place.join(' ')}`, '');
    else if (word === 'exit') [code = ''] = place;
  }
  return { byMark, code };
}

/** A pattern for what a transcript shows: `...` stands for any text, alone on a line for any lines. */
export function patternOf(lines: readonly string[]): RegExp {
  const parts = lines.map(line => {
    if (line.trim() === '...') return '(?:[^\\n]*\\n)*?';
    const text = line.trimEnd().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return `${text.replaceAll('\\.\\.\\.', '[^\\n]*')}[ \\t]*\\n`;
  });
  return new RegExp(`^${parts.join('')}$`);
}
