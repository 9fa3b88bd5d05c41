import { describe, expect, it } from 'vitest';
import { impatience } from '../../../../../src/exec/campaign/measures/politeness.js';
import type { AskedRequest } from '../../../../../src/exec/exchange/asked-request.js';

/** A request at a second after ten o'clock, answered at once. */
function asked(second: number, status: number, more: Partial<AskedRequest> = {}): AskedRequest {
  const time = new Date(Date.UTC(2024, 2, 5, 10) + second * 1_000).toISOString();
  const whole = { time, answered: time, operation: 'getPrices', method: 'GET', url: '/', body: '' };
  return { ...whole, status, ...more };
}

const every = (seconds: number, count: number, status: number) =>
  Array.from({ length: count }, (_, at) => asked(at * seconds, status));

describe('impatience', () => {
  it('is a request before Retry-After of its operation is over', () => {
    const refused = asked(0, 429, { retryAfter: 30 });
    expect(impatience([refused, asked(29, 200)])).toContain('1.0 s before Retry-After');
    expect(impatience([refused, asked(30, 200)])).toBeUndefined();
    expect(impatience([refused, asked(1, 200, { operation: 'getAccount' })])).toBeUndefined();
    // Sent before the first was answered.
    expect(impatience([refused, asked(0, 429, { retryAfter: 30 })])).toBeUndefined();
  });

  it('is more than twenty refusals within ten seconds', () => {
    expect(impatience(every(0.4, 21, 503))).toContain('21 requests within 10 s');
    expect(impatience(every(0.4, 20, 503))).toBeUndefined();
    expect(impatience(every(0.5, 100, 503))).toBeUndefined();
    expect(impatience(every(0.1, 100, 200))).toBeUndefined();
    expect(impatience(every(0.1, 100, 404))).toBeUndefined();
  });

  it('is a token that is shown again and again', () => {
    expect(impatience(every(20, 21, 401))).toContain('answered 401');
    expect(impatience(every(40, 21, 401))).toBeUndefined();
  });
});
