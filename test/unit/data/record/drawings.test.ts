import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../../../src/broker/runtime/run-scenario.js';
import { readRecordFolder } from '../../../../src/data/record/read-record.js';
import { writeOutFolder } from '../../../../src/data/record/write-record.js';
import { strategyScenario } from '../../../support/files/strategy-scenario.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

/** What a strategy drew, in the folder of its run. */

/** Records the run of a strategy with this `onCandle`. @returns the folder. */
async function recorded(body: string): Promise<string> {
  const file = await strategyScenario(`export const strategy = () => ({
  candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
  onCandle(context, { mid }) { ${body} },
});`);
  const { loaded, result } = await runScenario(file);
  const folder = join(temporaryFolder(), 'out');
  await writeOutFolder(folder, loaded, result, { version: '0.0.0-test' });
  return folder;
}

describe('drawings.json', () => {
  it('has what was drawn, and is refused when it is damaged', async () => {
    const folder = await recorded(`context.plot('<close>', mid.c); context.mark('hour');`);
    const { drawings } = await readRecordFolder(folder);
    expect(drawings?.series.map(({ name, style }) => [name, style])).toEqual([['<close>', 'line']]);
    expect(drawings?.series[0]?.points).toHaveLength(drawings?.marks.length ?? 0);
    writeFileSync(join(folder, 'drawings.json'), '{"series":3}');
    await expect(readRecordFolder(folder)).rejects.toThrow(
      'drawings.json: must be the drawings of a run',
    );
  });

  it('is not there when nothing was drawn', async () => {
    const folder = await recorded('');
    expect(await readRecordFolder(folder)).not.toHaveProperty('drawings');
  });
});
