import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instant } from '../../../../../src/core/time/instant.js';
import { zone } from '../../../../../src/core/time/zone.js';
import { ROOT } from '../../../../support/files/paths.js';
import { at } from '../../../../support/market/fixtures.js';
import { patience } from '../../../../support/patience.js';

/** The formatter is asked in processes of several zones, each pinned to UTC as main.ts does. */
describe('local times', () => {
  it.each(['UTC', 'America/New_York', 'Australia/Lord_Howe'])(
    'agree with the zone tables around clock changes in a process of %s',
    TZ => {
      const names = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe'];
      const times = names.flatMap(name =>
        zone(name)
          .transitions()
          .filter(
            change => change > at('2020-01-01T00:00:00Z') && change < at('2030-01-01T00:00:00Z'),
          )
          .flatMap(change =>
            [-3_600_000_000, -1_000_000, 0, 3_600_000_000].map(by => [name, change + by] as const),
          ),
      );
      const program = `
        process.env.TZ = 'UTC';
        const { formatLocal } = await import(${JSON.stringify(join(ROOT, 'dist/cli/output/terminal/local-time.js'))});
        const times = ${JSON.stringify(times)};
        process.stdout.write(JSON.stringify(times.map(([name, time]) => formatLocal(time, name))));`;
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        timeout: patience(120_000),
        env: { ...process.env, TZ },
        encoding: 'utf8',
      });
      const texts = JSON.parse(output) as string[];
      expect(texts).toHaveLength(times.length);
      times.forEach(([name, time], index) => {
        const local = instant(time + zone(name).offsetAt(time));
        const expected = new Date(local / 1000).toISOString().slice(0, 19).replace('T', ' ');
        expect(texts[index]?.slice(4, 23), `${name} ${time}`).toBe(expected);
      });
    },
  );
});
