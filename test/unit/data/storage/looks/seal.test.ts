import { describe, expect, it } from 'vitest';
import { formatRfc3339, mustParse } from '../../../../../src/core/time/instant.js';
import {
  lastPart,
  type SealEntry,
  sealedError,
  sealOver,
  sealsOf,
} from '../../../../../src/data/storage/looks/seal.js';

const span = (from: string, to: string, instruments = ['EUR_USD']) => ({
  instruments,
  from: mustParse(from),
  to: mustParse(to),
});
const seal = (id: string, made: string): SealEntry => ({
  kind: 'seal',
  id,
  instruments: ['EUR_USD'],
  from: '2024-03-12T00:00:00.000000000Z',
  to: '2024-03-16T00:00:00.000000000Z',
  made,
  looksBefore: 0,
});
const opened = (id: string, made: string) => ({ kind: 'opened' as const, id, made });

describe('seals', () => {
  it('hold an instrument and a time, also in part', () => {
    const seals = sealsOf([seal('a', '1')]);
    expect(sealOver(seals, span('2024-03-01T00:00:00Z', '2024-03-12T00:00:00Z'))).toBeUndefined();
    expect(sealOver(seals, span('2024-03-01T00:00:00Z', '2024-03-12T00:00:01Z'))?.id).toBe('a');
    expect(sealOver(seals, span('2024-03-16T00:00:00Z', '2024-03-17T00:00:00Z'))).toBeUndefined();
    const other = span('2024-03-13T00:00:00Z', '2024-03-14T00:00:00Z', ['USD_JPY']);
    expect(sealOver(seals, other)).toBeUndefined();
  });

  it('are open since they were first opened, in whichever file that stands', () => {
    const seals = sealsOf([opened('a', '5'), seal('b', '2'), seal('a', '1'), opened('a', '4')]);
    expect(seals.map(({ id, opened: when }) => [id, when])).toEqual([
      ['a', '4'],
      ['b', undefined],
    ]);
    expect(sealOver(seals, span('2024-03-13T00:00:00Z', '2024-03-14T00:00:00Z'))?.id).toBe('b');
  });

  it('cover the last part of a window from a whole second on', () => {
    const { from, to } = lastPart(span('2024-03-01T00:00:00Z', '2024-03-11T00:00:00.5Z'), 0.2);
    expect(formatRfc3339(from)).toBe('2024-03-09T00:00:01.000000000Z');
    expect(formatRfc3339(to)).toBe('2024-03-11T00:00:00.500000000Z');
  });

  it('say what is sealed and both ways out', () => {
    expect(sealedError('s.yaml', seal('1f2e3d4c', '1')).message).toBe(
      's.yaml: reaches into a sealed time of EUR_USD, 2024-03-12T00:00:00Z to 2024-03-16T00:00:00Z: ' +
        'end the window before it (--to 2024-03-12T00:00:00Z), or, when all decisions are made, open it: orrery seal --open 1f2e3d4c',
    );
  });
});
