/** Whether a store is of the market that is to be served: its header says what it was made from. */

import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { type HeaderRecord, STORE_FORMAT, type StoreRecord } from './record.js';

/** @throws InputError when a store is not of the market that is to be served. */
export function checkHeader(file: string, found: StoreRecord, header: HeaderRecord): void {
  const before = checkFormat(file, found);
  const { scenario, seed, window, events, timeline, name } = before;
  const differs = (what: string, was: unknown, is: unknown) => {
    if (was === is) return;
    const rule = `was made with another ${what}: ${was}, not ${is}`;
    throw new InputError('scenario', { file }, rule);
  };
  // Paths in a header begin at the folder of the store.
  const pathOf = (path: string) => join(file, '..', path);
  differs('scenario', name, header.name);
  differs(
    `scenario file, ${pathOf(header.scenario.path)}`,
    scenario.sha256,
    header.scenario.sha256,
  );
  differs('seed', seed, header.seed);
  differs('window', windowText(window), windowText(header.window));
  differs('disguise', disguiseText(before), disguiseText(header));
  differs('--instruments', instrumentsText(before), instrumentsText(header));
  differs('--timeline', timeline, header.timeline);
  if (events !== undefined) differs('calendar', events.sha256, header.events?.sha256);
  for (const { key, path, sha256 } of header.financing ?? []) {
    const known = before.financing?.find(each => each.key === key)?.sha256;
    differs(`file of financing, ${pathOf(path)}`, known, sha256);
  }
  const compare = (what: string, was: HeaderRecord['ticks'], is: HeaderRecord['ticks']) => {
    for (const { instrument, path, sha256 } of is) {
      const known = was.find(each => each.instrument === instrument)?.sha256;
      differs(`file of ${what}, ${pathOf(path)}`, known, sha256);
    }
  };
  compare('ticks', before.ticks, header.ticks);
  compare('history', before.histories ?? [], header.histories ?? []);
}

/** The disguise that the flags gave, as JSON. */
function disguiseText({ overrides = {} }: HeaderRecord): string {
  return overrides.disguise === undefined ? 'none' : JSON.stringify(overrides.disguise);
}

/** The instruments that the flags asked for beside those of the scenario. */
function instrumentsText({ overrides = {} }: HeaderRecord): string {
  return overrides.instruments ?? 'those of the scenario';
}

function windowText(window: HeaderRecord['window']): string {
  return window === undefined ? 'that of the scenario' : `${window.from} to ${window.to}`;
}

/** The header of a store. @throws InputError (data) when `record` is none that can be read. */
export function checkFormat(file: string, record: StoreRecord | undefined): HeaderRecord {
  if (record?.kind !== 'header') throw new InputError('data', { file }, 'has no header');
  if (record.store !== STORE_FORMAT) {
    const rule = `has format ${record.store}; orrery of this version reads format ${STORE_FORMAT}, that store was written by ${record.orrery}`;
    throw new InputError('data', { file }, rule);
  }
  return record;
}
