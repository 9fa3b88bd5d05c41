/**
 * Files that strategies in Python find replaced while an audit runs them. Each child replaces what
 * it opens by its path and records that; what reads a file in another way is noticed where the
 * system shows it.
 */

import { endingPythons } from './child.js';
import type { PythonHost } from './python-host.js';

/** What strategies find. */
export interface ExchangedFiles {
  /** For each real path, the path to open instead, which may be the same. */
  readonly replacements: ReadonlyMap<string, string>;
  /** The instant after which prices are others, microseconds; absent when none are. */
  readonly at?: number;
  /** Chooses the other prices of tables that came with the strategy. */
  readonly seed: number;
}

/** The report of a child about its replaced files. */
interface Openings {
  readonly opened: readonly string[];
  /** Files that something read without finding the replacement. */
  readonly missed: readonly string[];
  readonly readers: readonly string[];
  readonly unseen: readonly string[];
}

/** A file that was read although it was replaced. */
export interface MissedFile {
  readonly path: string;
  /** Libraries that read files by themselves and that the strategy has loaded. */
  readonly readers: readonly string[];
}

/** What strategies in Python did with the files. */
export interface FileExchange<Result> {
  readonly result: Result;
  /** Real paths of the files that were opened. */
  readonly opened: readonly string[];
  readonly missed: readonly MissedFile[];
  /** What the strategies have and no exchange reaches, in words. */
  readonly unseen: readonly string[];
}

/** What running strategies are to find, with those that have been asked to. */
let current: { readonly files: ExchangedFiles; readonly hosts: PythonHost[] } | undefined;

/** Calls `work`; strategies in Python that are loaded meanwhile find the files replaced. */
export async function exchangingFiles<Result>(
  files: ExchangedFiles,
  work: () => Promise<Result>,
): Promise<FileExchange<Result>> {
  const outer = current;
  const hosts: PythonHost[] = [];
  current = { files, hosts };
  try {
    return await endingPythons(async () => {
      const result = await work();
      const all = hosts.flatMap(openingsOf);
      return {
        result,
        opened: [...new Set(all.flatMap(({ opened }) => opened))],
        missed: all.flatMap(({ missed, readers }) => missed.map(path => ({ path, readers }))),
        unseen: [...new Set(all.flatMap(({ unseen }) => unseen))],
      };
    });
  } finally {
    current = outer;
  }
}

/**
 * The report of a host about the files; empty when its process has ended, which the run reports.
 */
function openingsOf(host: PythonHost): readonly Openings[] {
  try {
    return [host.ask('openings', {}) as Openings];
  } catch (error) {
    if (!host.hasEnded) throw error;
    return [];
  }
}

/** What a host gets about exchanged files when it loads a module; it reports its openings later. */
export function exchangeFor(host: PythonHost): object {
  if (current === undefined) return {};
  const { replacements, ...files } = current.files;
  current.hosts.push(host);
  return { exchanged: { replacements: Object.fromEntries(replacements), ...files } };
}
