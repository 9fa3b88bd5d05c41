import { describe, expect, it } from 'vitest';
import { instantFlag } from '../../../../src/cli/flags/arguments.js';
import { formatRfc3339 } from '../../../../src/core/time/instant.js';

const read = (text: string) => formatRfc3339(instantFlag('from', text));

describe('the instant of a flag', () => {
  it('takes a date as its midnight in UTC', () => {
    expect(read('2024-03-05')).toBe('2024-03-05T00:00:00.000000000Z');
    expect(read('2024-03-05T10:00:00-05:00')).toBe('2024-03-05T15:00:00.000000000Z');
  });

  it.each(['2024-02-30', '2024-3-5', '2024-03-05T10:00:00', '05.03.2024'])('refuses %s', text => {
    expect(() => read(text)).toThrow(
      `--from: must be an RFC 3339 time with a zone, such as 2024-03-05T10:00:00Z, or a date, was ${text}`,
    );
  });
});
