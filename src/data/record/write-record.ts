/**
 * Writes the folder of a run: manifest, ledger, journal, report and tables. The folder is written
 * under another name and renamed when it is complete. An existing folder is replaced only if it is
 * a run of Orrery.
 * Source: docs/reference/recorded-runs.md.
 */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { formatMoney } from '../../core/base/decimal.js';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import type { ExecutionModel } from '../../core/engine/state/execution-model.js';
import type { BacktestResult } from '../../core/run/backtest.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import { accountRuns } from '../figures/account/account-run.js';
import { Facts } from '../figures/facts/facts.js';
import { reportOf } from '../figures/report/report.js';
import type {
  ManifestStrategy,
  ReportData,
  ReportDecision,
  RunManifest,
} from '../figures/table/report-data.js';
import { makeFolder } from '../storage/files/make-folder.js';
import { sha256 } from '../storage/files/sha256.js';
import { takeFolderPlace } from '../storage/files/unfinished.js';
import { writeWhole } from '../storage/files/write-whole.js';
import type { LookedAt } from '../storage/looks/looked-at.js';
import { disguiseFacts } from '../storage/scenario/disguise-use/disguise-facts.js';
import type { LoadedScenario, LoadedTicks } from '../storage/scenario/given/loaded-scenario.js';
import { fileDigests } from './file-digests.js';
import {
  JOURNAL_FORMAT,
  type Journal,
  type JournalHeader,
  type JournalTicks,
  journalText,
} from './journal-file.js';
import { ledgerHash, ledgerText } from './ledger-file.js';
import {
  DRAWINGS_FILE,
  documentText,
  drawingsText,
  JOURNAL_FILE,
  LEDGER_FILE,
  LOOKS_FILE,
  MANIFEST_FILE,
  type OutFiles,
  REPORT_FILE,
} from './record-format.js';
import { runBars } from './run-bars.js';
import { runTables } from './run-tables.js';

/** Makes further files of the folder from those that it already has. */
export type MoreFiles = (files: OutFiles) => Promise<OutFiles>;

/** The decisions of each account, by its id. */
export type Decisions = ReadonlyMap<string, readonly ReportDecision[]>;

/** Contents of files by name. */
export type FilesBeside = Readonly<Record<string, string | Uint8Array>>;

/** How a folder is written. */
export interface WriteOptions {
  readonly version: string;
  readonly more?: MoreFiles;
  /** What lies beside the run and is no part of it: notes and their pictures. */
  readonly beside?: FilesBeside | undefined;
  /** Finished files beside the folder that are moved into it, by their names there; the seal has them not. */
  readonly moved?: Readonly<Record<string, string>> | undefined;
  /** The worth of the decisions of each account; absent: the report leaves it out. */
  readonly decisions?: Decisions | undefined;
  /** The number of looks at the window; absent: the report leaves it out. */
  readonly looked?: LookedAt | undefined;
}

const NOTHING_MORE: MoreFiles = async () => ({});

/**
 * Checks whether a run may be written to `folder`.
 * @throws InputError when the folder has other content.
 */
export function checkOutFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, MANIFEST_FILE))) return;
  if (statSync(folder).isDirectory() && readdirSync(folder).length === 0) return;
  throw new InputError('scenario', { file: folder }, 'exists, and is not the folder of a run');
}

/**
 * The files of a run without its journal, and without what is made of them.
 * @param folder - where they would lie: paths in them are relative to it.
 */
export async function runFiles(
  folder: string,
  loaded: LoadedScenario,
  result: BacktestResult,
  version: string,
): Promise<OutFiles> {
  return (await contents(folder, loaded, result, { version })).files;
}

/** Writes the run to `folder`. @throws InputError as `checkOutFolder` does. */
export async function writeOutFolder(
  folder: string,
  loaded: LoadedScenario,
  result: BacktestResult,
  { version, more = NOTHING_MORE, decisions, looked, beside = {}, moved = {} }: WriteOptions,
): Promise<void> {
  checkOutFolder(folder);
  const { files: own, journal } = await contents(folder, loaded, result, { version, decisions });
  const files =
    looked === undefined ? own : { ...own, [LOOKS_FILE]: `${JSON.stringify(looked)}\n` };
  const rest = { ...files, ...(await more(files)), ...beside };
  const seal = { ...journal.seal, files: fileDigests(rest) };
  const all = { ...rest, [JOURNAL_FILE]: journalText({ ...journal, seal }) };
  const write = async (temporary: string) => {
    await writeFiles(temporary, all);
    for (const [name, path] of Object.entries(moved)) await rename(path, join(temporary, name));
  };
  await writeWhole(folder, write, takeFolderPlace);
}

async function writeFiles(folder: string, files: FilesBeside): Promise<void> {
  await makeFolder(dirname(folder));
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content, { flush: true });
  }
}

async function contents(
  folder: string,
  loaded: LoadedScenario,
  result: BacktestResult,
  { version, decisions }: Pick<WriteOptions, 'version' | 'decisions'>,
): Promise<{ readonly files: OutFiles; readonly journal: Journal }> {
  const { scenario } = loaded;
  const header = await journalHeader(folder, loaded, version);
  const ledger = ledgerHash(result.ledger);
  const seal = { ledger, transactions: result.ledger.length };
  const stopped = result.failure?.message;
  const runs = accountRuns(scenario, result);
  const bars = runBars(loaded, runs);
  const accounts = runs.map(run => new Facts(run));
  const manifest: RunManifest = {
    orrery: version,
    node: process.versions.node,
    tz: header.tz,
    scenario: { name: scenario.name, ...header.scenario },
    seed: scenario.seed,
    ...present({ window: header.window }),
    ...present({ disguise: disguiseFacts(loaded) }),
    ticks: header.ticks.map((each, index) => ({
      ...each,
      synthetic: loaded.ticks[index]?.file.synthetic ?? false,
      ...present({ bars: bars.get(each.instrument) }),
      skipped: loaded.ticks[index]?.file.skipped ?? [],
    })),
    ...present({ strategies: await strategiesOf(folder, loaded) }),
    ...present({ histories: header.histories }),
    ...present({ events: header.events, financing: header.financing }),
    ...present({ generated: generatedOf(scenario, accounts) }),
    ...present({ builtInFinancing: builtInFinancingOf(accounts) }),
    ...(result.breaches.length > 0 && { breaches: result.breaches }),
    execution: plainModel(scenario.execution),
    ledger: seal,
    ...present({ failure: stopped }),
  };
  const report = withDecisions(reportOf(manifest, scenario, accounts), decisions);
  const files = {
    [MANIFEST_FILE]: documentText(manifest),
    [LEDGER_FILE]: ledgerText(result.ledger),
    [REPORT_FILE]: documentText(report),
    ...(await runTables(result, report, accounts)),
    ...(result.drawings && { [DRAWINGS_FILE]: drawingsText(result.drawings) }),
  };
  const ended = { ...seal, ...present({ stopped: stopped ?? endOf(result) }) };
  return { files, journal: { header, inputs: result.inputs, seal: ended } };
}

/** What generated prices gave; undefined when the market had none. */
function generatedOf(
  { seed, market, from, to }: LoadedScenario['scenario'],
  accounts: readonly Facts[],
): RunManifest['generated'] {
  if (!market.some(({ isGenerated }) => isGenerated)) return undefined;
  return {
    seed,
    window: windowText({ from, to }),
    accounts: accounts.flatMap(facts => {
      const part = facts.generatedPart();
      if (part === undefined) return [];
      return {
        accountID: facts.run.accountID,
        instruments: part.instruments,
        profit: formatMoney(part.profit),
        netProfit: formatMoney(facts.netProfit()),
        words: facts.generatedNote() ?? '',
      };
    }),
  };
}

/** What accounts were charged by built-in rates of another year; undefined when it was nothing. */
function builtInFinancingOf(accounts: readonly Facts[]): RunManifest['builtInFinancing'] {
  const charged = accounts.flatMap(facts => {
    const found = facts.builtInFinancing();
    if (found === undefined) return [];
    const netProfit = facts.netProfit();
    return {
      accountID: facts.run.accountID,
      ...found,
      financing: formatMoney(found.financing),
      netProfit: formatMoney(netProfit),
      netProfitWithout: formatMoney(netProfit.minus(found.financing)),
    };
  });
  return charged.length === 0 ? undefined : charged;
}

/** The strategies that ran; undefined when there was none. */
async function strategiesOf(
  folder: string,
  { strategies }: LoadedScenario,
): Promise<ManifestStrategy[] | undefined> {
  if (strategies.length === 0) return undefined;
  // The module reads sources as they are loaded, which few runs need.
  const { strategyDigest } = await import('../storage/strategy/strategy-sources.js');
  return Promise.all(
    strategies.map(async ({ choice: { accountID, params }, path }) => ({
      accountID,
      path: relative(resolve(folder), path),
      sha256: await strategyDigest(path),
      params,
    })),
  );
}

/** The execution model with its maps as lists, which JSON can hold. */
function plainModel({ spreadPoints, limitPenetration, ...model }: ExecutionModel) {
  return {
    ...model,
    spreadPoints: [...spreadPoints],
    ...(limitPenetration && { limitPenetration: [...limitPenetration] }),
  };
}

/** Why a rule of risk ended the run before its window. */
function endOf({ ended }: BacktestResult): string | undefined {
  return ended && `${ended.rule} of ${ended.accountID} at ${ended.time}`;
}

function withDecisions(report: ReportData, decisions: Decisions | undefined): ReportData {
  if (decisions === undefined) return report;
  const accounts = report.accounts.map(account => ({
    ...account,
    decisions: decisions.get(account.accountID) ?? [],
  }));
  return { ...report, accounts };
}

function windowText({ from, to }: Pick<LoadedScenario['scenario'], 'from' | 'to'>) {
  return { from: formatRfc3339(from), to: formatRfc3339(to) };
}

/**
 * What a run of `loaded` depends on, except the commands. Paths are relative to `folder`.
 */
export async function journalHeader(
  folder: string,
  loaded: LoadedScenario,
  version: string,
): Promise<JournalHeader> {
  const from = resolve(folder);
  const scenarioPath = resolve(loaded.file);
  const { uploaded } = loaded;
  const text = uploaded === undefined ? await readFile(scenarioPath) : JSON.stringify(uploaded);
  return {
    journal: JOURNAL_FORMAT,
    orrery: version,
    tz: process.versions['tz'] ?? 'unknown',
    scenario: {
      path: relative(from, scenarioPath),
      sha256: sha256(text),
    },
    seed: loaded.scenario.seed,
    ...present({ window: loaded.part && windowText(loaded.scenario) }),
    ...present({ overrides: loaded.overrides }),
    ...present({
      events: loaded.calendar && {
        path: relative(from, loaded.calendar.path),
        sha256: loaded.calendar.digest,
      },
    }),
    ...(loaded.financing.length > 0 && {
      financing: loaded.financing.map(({ key, path, digest }) => ({
        key,
        path: relative(from, path),
        sha256: digest,
      })),
    }),
    ticks: tickFiles(from, loaded.ticks),
    ...(loaded.histories.length > 0 && { histories: tickFiles(from, loaded.histories) }),
  };
}

function tickFiles(from: string, files: readonly LoadedTicks[]): JournalTicks[] {
  return files.map(({ instrument, path, file }) => ({
    instrument,
    // Rows of ticks in the scenario have no file.
    path: path === '' ? '' : relative(from, path),
    sha256: file.digest,
  }));
}
