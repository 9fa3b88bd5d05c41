import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storesBelow } from '../../../../../src/data/storage/tick-store/list-stores.js';
import { openTicks } from '../../../../../src/data/storage/tick-store/open-ticks.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { pair } from '../../../../support/market/fixtures.js';
import { printedBy } from '../../../../support/process/in-process.js';

const CSV = 'time,bid,ask\n2024-03-05T10:00:00Z,1.08505,1.08520\n2024-03-05T11:00:00Z,1.0,1.1\n';

/** A folder with two sources that have stores: `EUR_USD.csv`, and `deep/EUR_USD.csv`. */
async function folderWithStores(): Promise<string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'deep'));
  for (const source of [join(folder, 'EUR_USD.csv'), join(folder, 'deep', 'EUR_USD.csv')]) {
    writeFileSync(source, CSV);
    const options = { instrument: pair('EUR_USD'), cache: { minimumBytes: 0 } };
    await openTicks(source, { ...options, policy: { badRows: 'error', order: 'error' } });
  }
  return folder;
}

describe('tick stores', () => {
  it('are found beside their sources, at any depth, with ticks and bytes', async () => {
    const folder = await folderWithStores();
    const stores = await storesBelow(folder);
    expect(stores.map(({ source, rows }) => [source, rows])).toEqual([
      ['EUR_USD.csv', 2],
      ['EUR_USD.csv', 2],
    ]);
    for (const { bytes } of stores) expect(bytes).toBeGreaterThan(200);
    const [first] = stores;
    expect(await storesBelow(dirname(first?.folder ?? ''))).toEqual([first]);
  });

  it('that are damaged are listed as such', async () => {
    const folder = await folderWithStores();
    const [store] = await storesBelow(folder);
    appendFileSync(join(store?.folder ?? '', 'store.json'), 'x');
    expect((await storesBelow(folder)).map(({ rows }) => rows)).toEqual([undefined, 2]);
    expect(await printedBy('cache', 'ls', folder)).toContain('unusable');
  });

  it('are all that cache clear removes', async () => {
    const folder = await folderWithStores();
    const cache = join(folder, 'deep', '.orrery-cache');
    writeFileSync(join(cache, 'mine'), 'kept');
    expect(await printedBy('cache', 'ls', folder)).toContain('2 tick stores, 0.0 MiB');
    expect(await printedBy('cache', 'clear', folder)).toBe('removed 2 tick stores, 0.0 MiB\n');
    expect(await storesBelow(folder)).toEqual([]);
    expect(existsSync(join(cache, 'mine'))).toBe(true);
    expect(existsSync(join(folder, '.orrery-cache'))).toBe(false);
    expect(existsSync(join(folder, 'EUR_USD.csv'))).toBe(true);
  });

  it('of a folder of their own are found by --cache', async () => {
    const folder = await folderWithStores();
    const [{ folder: store } = { folder: '' }] = await storesBelow(folder);
    const listed = JSON.parse(await printedBy('cache', 'ls', '--cache', dirname(store), '--json'));
    expect(listed.map((each: { folder: string }) => basename(each.folder))).toEqual([
      basename(store),
    ]);
    await expect(printedBy('cache', 'ls', join(folder, 'nowhere'))).rejects.toThrow(
      'no such folder',
    );
  });
});
