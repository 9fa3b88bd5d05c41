/** Volumes in millions that pass for units: noticed and refused, never a depth of one unit. */

import { describe, expect, it } from 'vitest';
import { openTicks } from '../../../../../../src/data/storage/tick-store/open-ticks.js';
import { faultOf, lines, read, rowsOf, tickFile } from '../../../../../support/files/tick-files.js';
import { pair } from '../../../../../support/market/fixtures.js';

const HEADER = 'time,bid,ask,bid_volume,ask_volume';
const WAY_OUT =
  'write volumes: millions (--volumes millions) if they are in millions, otherwise volumes: units';
const GENERAL = { tuning: { general: true } };

/** A canonical file with these volumes of the bid, 1500000 for the ask. */
const withVolumes = (...volumes: readonly string[]) =>
  tickFile(
    lines(
      HEADER,
      ...volumes.map((volume, row) => `${1_709_632_800 + row},1.1,1.2,${volume},1500000`),
    ),
  );

describe('a volume that is part of a unit', () => {
  it('stops the reading, by line, column and field, and says the way out', async () => {
    for (const options of [{}, GENERAL, { volumes: 'units' as const }]) {
      const fault = await faultOf(withVolumes('1500000', '1.5'), options);
      expect([fault.kind, fault.place]).toEqual([
        'data',
        expect.objectContaining({ line: 3, column: 20, field: 'bid_volume' }),
      ]);
      expect(fault.rule).toBe(`must be whole units, was 1.5; ${WAY_OUT}`);
    }
  });

  it('is left out and counted under the skip policy, while it is rare', async () => {
    const ticks = await read(withVolumes('1500000', '1.5', '2500000'), {
      policy: { badRows: 'skip' },
    });
    expect(ticks.columns.bidVolume).toEqual(Float64Array.of(1_500_000, 2_500_000));
    expect(ticks.skipped).toEqual([
      { rule: 'bid_volume: must be whole units', count: 1, firstLines: [3] },
    ]);
  });

  it('refuses the file under the skip policy, when most are so', async () => {
    const fault = await faultOf(withVolumes('1.5', '2', '0.75'), { policy: { badRows: 'skip' } });
    expect(fault.message).toMatch(/EUR_USD\.csv: bid_volume: must be in units, /);
    expect(fault.rule).toBe(
      `must be in units, was below 1000 or a fraction in 3 of 3 ticks; ${WAY_OUT}`,
    );
  });
});

describe('whole volumes', () => {
  it('are refused when most are below 1,000, in either column', async () => {
    const bids = await faultOf(withVolumes('1', '2', '5000000', '0'));
    expect([bids.kind, bids.place.field, bids.rule]).toEqual([
      'data',
      'bid_volume',
      `must be in units, was below 1000 or a fraction in 2 of 3 ticks; ${WAY_OUT}`,
    ]);
    const asks = tickFile(lines(HEADER, '1709632800,1.1,1.2,1500000,3'));
    expect((await faultOf(asks)).place.field).toBe('ask_volume');
    expect((await faultOf(asks, GENERAL)).place.field).toBe('ask_volume');
  });

  it('are taken when half of them are large, or when they say nothing', async () => {
    expect((await read(withVolumes('1', '1000'))).columns.length).toBe(2);
    expect((await read(withVolumes('0', '0'))).columns.length).toBe(2);
  });

  it('are taken as units however small, when that is said', async () => {
    const { columns } = await read(withVolumes('1', '2'), { volumes: 'units' });
    expect(columns.bidVolume).toEqual(Float64Array.of(1, 2));
  });
});

describe('volumes said to be millions', () => {
  it('are millions in a canonical file, zipped or not', async () => {
    const { columns } = await read(withVolumes('1.5', '2'), { volumes: 'millions' });
    expect(columns.bidVolume).toEqual(Float64Array.of(1_500_000, 2_000_000));
  });

  it('are not guessed at where the layout is known to have them', async () => {
    const path = tickFile(
      lines('timestamp,askPrice,bidPrice,askVolume,bidVolume', '1709632800123,1.2,1.1,0.0001,1.5'),
    );
    expect(rowsOf((await read(path)).columns)[0]).toMatch(/ 1500000 100$/);
    await expect(read(path, { volumes: 'units' })).rejects.toThrow('must be whole units');
  });

  it('may not be said twice', async () => {
    const layout = { columns: { bidVolume: 'bid_volume' }, volumeInMillions: true };
    const fault = await faultOf(withVolumes('1.5'), { layout, volumes: 'units' });
    expect([fault.kind, fault.place.field]).toEqual(['scenario', 'volumes']);
  });

  it('are guessed at in a mapping that says nothing of them', async () => {
    const columns = { bidVolume: 'bid_volume', askVolume: 'ask_volume' };
    const fault = await faultOf(withVolumes('1', '2'), { layout: { columns } });
    expect(fault.place.field).toBe('bid_volume');
    const layout = { columns, volumeInMillions: false };
    expect((await read(withVolumes('1', '2'), { layout })).columns.length).toBe(2);
  });

  it('have a store of their own', async () => {
    const path = withVolumes('1000', '2000');
    const options = { instrument: pair('EUR_USD'), cache: { minimumBytes: 0 } };
    const depth = async (volumes: 'units' | 'millions') =>
      (await openTicks(path, { ...options, volumes })).windows[0]?.columns().bidVolume?.[0];
    expect([await depth('units'), await depth('millions'), await depth('units')]).toEqual([
      1000, 1_000_000_000, 1000,
    ]);
  });
});
