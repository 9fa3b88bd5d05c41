import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LastUses } from '../../../../../src/broker/api/control/fleet/last-uses.js';
import { lastUsesIn } from '../../../../../src/broker/store/beside/last-uses.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

/** When simulations were last used, across restarts. Decision 0108. */

it('the last uses outlive a restart, and a clock that was set back', async () => {
  const folder = temporaryFolder();
  let now = 1_000_000;
  const uses = new LastUses(lastUsesIn(folder), () => now);
  for (const id of ['s1', 's2', 's3']) uses.add(id);
  uses.use('s1');
  expect(uses.longestUnusedFirst()).toEqual(['s2', 's3', 's1']);
  now += 500;
  uses.use('s1');
  uses.use('main');
  uses.remove('s3');
  await uses.save();
  expect(readFileSync(join(folder, 'last-uses'), 'utf8')).toBe('s2 1000000\ns1 1000500\n');

  now += 1_000;
  const again = new LastUses(lastUsesIn(folder), () => now);
  for (const id of ['s1', 's2', 's4']) again.add(id);
  expect(again.unusedFor(1_200)).toEqual(['s2']);
  expect(again.longestUnusedFirst()).toEqual(['s2', 's1', 's4']);
  now = 500;
  const earlier = new LastUses(lastUsesIn(folder), () => now);
  earlier.add('s1');
  now = 1_600;
  expect(earlier.unusedFor(1_000)).toEqual(['s1']);
});

it('a line that is cut off says nothing, and nothing is written that has not changed', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'last-uses'), 's1 100\ns2 1o\nmain 5\ns3');
  const kept = lastUsesIn(folder);
  expect([...kept.before]).toEqual([['s1', 100]]);
  const written: number[] = [];
  const uses = new LastUses({ ...kept, keep: async ({ size }) => void written.push(size) });
  await uses.save();
  uses.add('s1');
  await uses.save();
  await uses.save();
  expect(written).toEqual([1]);
});
