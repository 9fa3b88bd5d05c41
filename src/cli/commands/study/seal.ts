/**
 * `orrery seal [SCENARIO]`: seals the last part of a scenario's ticks, so that no command shows its
 * prices until it is opened, once. Without a flag it lists the seals.
 */

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Argv } from 'yargs';
import { InputError } from '../../../core/base/input-error.js';
import { formatRfc3339 } from '../../../core/time/instant.js';
import { History } from '../../../data/storage/looks/history.js';
import type { MarketSpan } from '../../../data/storage/looks/look.js';
import { looksPlace } from '../../../data/storage/looks/looks-folder.js';
import { lastPart, type Seal, type SealEntry, sealsOf } from '../../../data/storage/looks/seal.js';
import { loadScenario } from '../../../data/storage/scenario/scenario-file.js';
import { scenarioSpan } from '../../../study/looks/record-looks.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { instantFlag, instrumentFlag, usageError } from '../../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { commandOf, type FlagsOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

type SealFlags = FlagsOf<typeof builder>;

/** The scenario of a starter project. */
const USUAL_SCENARIO = 'scenario.yaml';
const ID_BYTES = 4;

const builder = (yargs: Argv) =>
  yargs
    .positional('scenario', {
      type: 'string',
      describe: `scenario whose ticks are sealed; default: ${USUAL_SCENARIO}`,
    })
    .option('last', { type: 'string', describe: 'the last part of its window, such as 20%' })
    .option('instrument', {
      type: 'string',
      array: true,
      describe: 'instruments to seal from --from to --to, without a scenario',
    })
    .option('from', { type: 'string', describe: 'start of the sealed time' })
    .option('to', { type: 'string', describe: 'end of the sealed time' })
    .option('open', { type: 'string', describe: 'id of a seal to open; it cannot be closed' })
    .option('json', JSON_OPTION)
    .option('cache', CACHE_OPTION)
    .option('allow-path', allowPathOption('scenario'));

export const sealCommand = commandOf({
  command: 'seal [scenario]',
  builder,
  async handler(flags) {
    const { folder } = looksPlace(process.env, process.cwd());
    const history = History.read(folder);
    if (flags.open !== undefined) await openSeal(history, flags.open);
    else {
      const span = await spanAskedBy(flags);
      if (span !== undefined) await makeSeal(history, span);
    }
    const seals = sealsOf(history.entries);
    print(flags.json ? `${JSON.stringify(seals)}\n` : sealsText(seals, folder));
  },
});

/** The span to seal; undefined when no flag asks for one. @throws InputError */
async function spanAskedBy(flags: SealFlags): Promise<MarketSpan | undefined> {
  const { last, instrument = [], from, to } = flags;
  if (instrument.length > 0) {
    if (from === undefined || to === undefined) {
      throw usageError('instrument', 'needs --from and --to, the time that is sealed');
    }
    const [start, end] = [instantFlag('from', from), instantFlag('to', to)];
    if (end <= start) throw usageError('to', 'must be after --from');
    const instruments = instrument.map(name => instrumentFlag('instrument', name).name);
    return { instruments, from: start, to: end };
  }
  if (last === undefined) {
    if (flags.scenario === undefined && from === undefined && to === undefined) return undefined;
    throw usageError('last', 'is needed, as in: orrery seal scenario.yaml --last 20%');
  }
  const share = shareIn(last);
  const loaded = await loadScenario(scenarioOf(flags), {
    ...cacheOf(flags.cache),
    allowPath: flags.allowPath,
  });
  return lastPart(scenarioSpan(loaded.scenario, loaded), share);
}

function scenarioOf({ scenario }: Pick<SealFlags, 'scenario'>): string {
  if (scenario !== undefined) return scenario;
  if (existsSync(USUAL_SCENARIO)) return USUAL_SCENARIO;
  throw usageError('', `name a scenario: there is no ${USUAL_SCENARIO} in this folder`);
}

function shareIn(text: string): number {
  const [, digits] = /^(\d{1,2}(?:\.\d+)?)\s*%$/.exec(text) ?? [];
  const percent = Number(digits ?? 0);
  if (percent > 0) return percent / 100;
  throw usageError('last', `must be above 0 and below 100 per cent, such as 20%, was ${text}`);
}

async function makeSeal(history: History, { instruments, from, to }: MarketSpan): Promise<void> {
  const looksBefore = history.looksAt({ instruments, from, to }).length;
  const entry: SealEntry = {
    kind: 'seal',
    id: randomBytes(ID_BYTES).toString('hex'),
    instruments: [...instruments].sort(),
    from: formatRfc3339(from),
    to: formatRfc3339(to),
    made: new Date().toISOString(),
    looksBefore,
  };
  await history.add(() => entry);
}

/** @throws InputError when there is no such seal, or it is open. */
async function openSeal(history: History, id: string): Promise<void> {
  const seals = sealsOf(history.entries);
  const seal = seals.find(each => each.id === id);
  if (seal === undefined) {
    const known = seals.map(each => each.id).join(', ');
    throw usageError('open', `no seal ${id}; there ${known === '' ? 'is none' : `are ${known}`}`);
  }
  if (seal.opened !== undefined) {
    throw new InputError(
      'scenario',
      { file: id },
      `was opened at ${seal.opened}; a seal is opened once`,
    );
  }
  await history.add(() => ({ kind: 'opened', id, made: new Date().toISOString() }));
}

function sealsText(seals: readonly Seal[], folder: string): string {
  if (seals.length === 0) return `no seals in ${folder}\n`;
  return seals.map(seal => `${sealText(seal)}\n`).join('');
}

function sealText({ id, instruments, from, to, opened, looksBefore }: Seal): string {
  const state = opened === undefined ? 'closed' : `opened at ${opened}`;
  const before =
    looksBefore === 0 ? 'not looked at before' : `looked at ${looksBefore} times before`;
  return `${id}  ${instruments.join(', ')}  ${from} to ${to}  ${before}, ${state}`;
}
