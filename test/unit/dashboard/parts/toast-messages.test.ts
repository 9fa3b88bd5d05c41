import { describe, expect, it } from 'vitest';
import { keptBeside, type ToastMessage } from '../../../../src/dashboard/parts/toast-messages.js';

const SHOWN: readonly ToastMessage[] = [
  { kind: 'error', text: 'The market is halted', of: 'ticket' },
  { kind: 'error', text: 'The note was not kept' },
  { kind: 'done', text: 'Order 35 waits', of: 'ticket' },
];

describe('short messages', () => {
  it('of the ticket give way to its newer answer, refusals too', () => {
    expect(keptBeside(SHOWN, { kind: 'done', text: 'Order 36 waits', of: 'ticket' })).toEqual([
      SHOWN[1],
    ]);
  });

  it('of a chart give way to its newer answer, and to no other', () => {
    const moved = { kind: 'done', text: 'Stop moved', of: 'chart' } as const;
    expect(keptBeside([...SHOWN, moved], { ...moved, text: 'Stop moved again' })).toEqual(SHOWN);
  });

  it('of other parts stay', () => {
    expect(keptBeside(SHOWN, { kind: 'done', text: 'Price copied' })).toEqual(SHOWN);
  });
});
