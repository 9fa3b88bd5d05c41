import { describe, expect, it } from 'vitest';
import { Sessions } from '../../../../../src/broker/api/page/sessions.js';

const ANNA = { name: 'anna.b-1', digest: 'a'.repeat(64) };

describe('the session of a guest', () => {
  const sessions = new Sessions({ key: 'a secret of the server', now: () => 1_700_000_000_000 });
  const { value } = sessions.begin(ANNA);

  it('names the guest, as long as the guest has the key that it began with', () => {
    expect(sessions.of(value, () => ANNA)).toMatchObject({
      guest: ANNA.name,
      until: 1_700_604_800,
    });
    expect(sessions.of(value, () => ({ ...ANNA, digest: 'b'.repeat(64) }))).toBeUndefined();
    expect(sessions.of(value, () => undefined)).toBeUndefined();
    expect(sessions.of(value)).toBeUndefined();
  });

  it('ends like any other', () => {
    const session = sessions.of(value, () => ANNA);
    if (session === undefined) throw new Error('there is none');
    sessions.end(session);
    expect(sessions.of(value, () => ANNA)).toBeUndefined();
  });
});
