import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISK } from '../../../../src/broker/store/log/storage.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { caseOf } from '../../../support/random/random-case.js';
import { recordsOf, rewriteLog } from '../../../support/store/rewritten-log.js';
import { HEADER, StoreRun, type StoreStart } from '../../../support/store/store-run.js';

/** Stores whose replay is compared with what was recorded of the ledgers. Decision 0065. */

const OLD = '0.2.0';
const NEW = '0.3.0';
const by = (orrery: string, accept?: string): StoreStart => ({
  header: { ...HEADER, orrery },
  accept,
});
const open = (folder: string, start: StoreStart) => StoreRun.start(caseOf(1), folder, DISK, start);

/** A store that version 0.2.0 made, in a new folder, and where its simulations stood. */
async function store() {
  const folder = join(temporaryFolder(), 'store');
  const run = await open(folder, by(OLD));
  for (let step = 0; step < 40; step++) await run.keeper.settled(run.act(step), true);
  await run.keeper.close();
  return { folder, state: run.state() };
}

/** What a rule that has changed would have left: the digest of another ledger. */
function otherLedger(folder: string): void {
  rewriteLog(folder, record => {
    const { ledger } = record;
    if (ledger === undefined) return record;
    return { ...record, ledger: { ...(ledger as object), digest: '0'.repeat(32) } };
  });
}

const versionsIn = (folder: string) => recordsOf(folder).filter(({ kind }) => kind === 'version');

describe('a store', () => {
  it('has a digest of every transaction, so that each is compared', async () => {
    const { folder, state } = await store();
    const spans = recordsOf(folder).flatMap(({ ledger, simulation }) =>
      simulation === 'main' && ledger !== undefined ? [ledger as { from: number; to: number }] : [],
    );
    let covered = 0;
    for (const { from, to } of spans) {
      expect(from).toBeLessThanOrEqual(covered);
      covered = to;
    }
    expect(covered).toBe(
      (JSON.parse(state.split('\n')[0] ?? '')[1] as { transactions: number }).transactions,
    );
  });

  it('of an older version is gone on with when the replay has the same ledger', async () => {
    const { folder, state } = await store();
    const next = await open(folder, by(NEW));
    expect(next.state()).toBe(state);
    expect(next.told.join()).toContain(
      `was written by orrery ${OLD}, and ${NEW} goes on with it; its replay has the same ledger`,
    );
    await next.keeper.close();
    expect(versionsIn(folder)).toEqual([{ kind: 'version', orrery: NEW, tz: HEADER.tz }]);
    const again = await open(folder, by(NEW));
    expect(again.told).toEqual([]);
    expect(again.state()).toBe(state);
    await again.keeper.close();
    await expect(open(folder, by(OLD))).rejects.toThrow(
      `was written by orrery ${NEW}, which is newer than this one, ${OLD}`,
    );
  });

  it('whose replay has another ledger is refused, until that version is accepted', async () => {
    const { folder, state } = await store();
    otherLedger(folder);
    const before = readFileSync(join(folder, 'store.ndjson'), 'utf8');
    await expect(open(folder, by(NEW))).rejects.toThrow(
      /record \d+ at byte \d+ cannot be replayed: transactions \d+ to \d+ are others in the replay than were recorded; it was written by orrery 0\.2\.0, this is 0\.3\.0: serve it with npx orrery-fx@0\.2\.0, or go on under the rules of 0\.3\.0 with --accept-version 0\.2\.0, which keeps the log of before as store-0\.2\.0\.ndjson$/,
    );
    expect(readFileSync(join(folder, 'store.ndjson'), 'utf8')).toBe(before);
    await expect(open(folder, by(NEW, '0.1.0'))).rejects.toThrow(
      `--accept-version: 0.1.0 never wrote to this store; the last that did was ${OLD}`,
    );
    const next = await open(folder, by(NEW, OLD));
    expect(next.state()).toBe(state);
    await next.keeper.close();
    expect(readFileSync(join(folder, `store-${OLD}.ndjson`), 'utf8')).toBe(before);
    for (const accept of [undefined, OLD]) {
      const again = await open(folder, by(NEW, accept));
      expect(again.state()).toBe(state);
      await again.keeper.close();
    }
    expect(versionsIn(folder)).toHaveLength(1);
  });

  it('of the same version whose replay has another ledger is refused too', async () => {
    const { folder, state } = await store();
    otherLedger(folder);
    await expect(open(folder, by(OLD))).rejects.toThrow(
      `than were recorded; use --accept-version ${OLD} to take the other ledger`,
    );
    const next = await open(folder, by(OLD, OLD));
    expect(next.state()).toBe(state);
    await next.keeper.close();
    await (await open(folder, by(OLD))).keeper.close();
  });
});
