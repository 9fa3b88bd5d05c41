/**
 * The place in the source at which a strategy failed, from the stack of its error. jiti keeps the
 * lines of a module that it translates, but not the columns; the source map gives both.
 */

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../../core/base/input-error.js';
import { packageFile } from '../../package-root.js';
import { translatorOf, WRAPPER } from './translator.js';

/** A call in the source of a strategy. Line and column count from 1. */
interface SourcePlace {
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where a strategy failed. */
interface StrategyTrace {
  /** The innermost call that is the strategy's own. */
  readonly place: SourcePlace;
  /** The strategy's own calls as lines of a stack, innermost first; empty when there is only one. */
  readonly calls: readonly string[];
}

/** Folders whose code is not the strategy's: this program, in its sources or as built. */
const PROGRAM = [packageFile('dist/'), packageFile('src/')];
const PACKAGES = /[\\/]node_modules[\\/]/;
/** A line of a stack trace of Node: a function's name with its place in brackets, or a place alone. */
const FRAME =
  /^ +at (?:(?:async )?(.+) \()?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/;
/** What V8 adds to the name of a function: the object it was called on, and its alias. */
const DECORATION = /^(?:Object|Proxy)\.| \[as .*\]$/g;
const MAP = /\/\/# sourceMappingURL=data:application\/json;charset=utf-8;base64,([\w+/=]+)/;

/**
 * The error that says `rule` about what a strategy threw: at its place in the source and with the
 * strategy's own calls, or else about `file`.
 */
export function thrownAt(error: unknown, file: string, rule: string): InputError {
  const trace = strategyTrace(error);
  if (trace === undefined) return new InputError('scenario', { file }, rule);
  return new InputError('scenario', trace.place, [rule, ...trace.calls].join('\n'));
}

/**
 * Where `error` was thrown in the source of a strategy; undefined when its stack has no call of a
 * strategy. Never throws.
 */
function strategyTrace(error: unknown): StrategyTrace | undefined {
  const maps = new Map<string, SourceMap | undefined>();
  const calls = ownFrames(error).map(({ name, ...place }) => ({
    name,
    ...inSource(place, maps),
  }));
  const [first] = calls;
  if (first === undefined) return undefined;
  const { file, line, column } = first;
  return {
    place: { file, line, column },
    calls: calls.length > 1 ? calls.map(callText) : [],
  };
}

interface Frame extends SourcePlace {
  readonly name: string;
}

/** The frames between this program's call of the strategy and what the strategy called last. */
function ownFrames(error: unknown): Frame[] {
  const own: Frame[] = [];
  for (const line of stackOf(error).split('\n')) {
    const [, name = '', path = '', row, column] = FRAME.exec(line) ?? [];
    const file = path.startsWith('file:') ? fileURLToPath(path) : path;
    const isProgram = PROGRAM.some(folder => file.startsWith(folder));
    if (isProgram && own.length > 0) break;
    if (file === '' || isProgram || PACKAGES.test(file)) continue;
    const plain = name.replace(DECORATION, '');
    own.push({ name: plain, file, line: Number(row), column: Number(column) });
  }
  return own;
}

/** The stack of a thrown value; empty when it has none, or cannot be read. */
function stackOf(error: unknown): string {
  try {
    const { stack } = (error ?? {}) as { readonly stack?: unknown };
    return typeof stack === 'string' ? stack : '';
  } catch {
    return '';
  }
}

/** The place in the source of a place in the translated module. */
function inSource(place: SourcePlace, maps: Map<string, SourceMap | undefined>): SourcePlace {
  const { file, line, column } = place;
  if (!maps.has(file)) maps.set(file, mapOf(file));
  const before = line === 1 ? WRAPPER.length : 0;
  const entry = maps.get(file)?.findEntry(line - 1, Math.max(0, column - 1 - before));
  if (entry === undefined || !('originalLine' in entry)) return place;
  return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

/** The map of a module; undefined for one that is not translated, or cannot be read any more. */
function mapOf(file: string): SourceMap | undefined {
  if (!/\.[cm]?tsx?$/.test(file)) return undefined;
  try {
    const source = readFileSync(file, 'utf8');
    const code = translatorOf(file).transform({ source, filename: file, ts: true, async: true });
    const [, encoded = ''] = MAP.exec(code) ?? [];
    return new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}

function callText({ name, file, line, column }: Frame): string {
  const place = `${file}:${line}:${column}`;
  return name === '' ? `    at ${place}` : `    at ${name} (${place})`;
}
