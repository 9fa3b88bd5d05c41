import { describe, expect, it } from 'vitest';
import { Tokens } from '../../../../../../src/broker/api/http/doors/tokens.js';

const ENTRY = { token: 'secret-token', tenant: 'main', accountIDs: ['101-001-1000001-001'] };
const HEADER = `Bearer ${ENTRY.token}`;

describe('a token that opened something on a connection', () => {
  it('opens the same again, and no other of its length does', () => {
    const tokens = new Tokens([ENTRY]);
    const connection = {};
    const first = tokens.grantOf(HEADER, connection);
    expect(first?.tenant).toBe('main');
    expect(tokens.grantOf(HEADER, connection)).toBe(first);
    expect(tokens.grantOf('Bearer secret-tokem', connection)).toBeUndefined();
    expect(tokens.grantOf('Bearer secret-toke', connection)).toBeUndefined();
    expect(tokens.grantOf(undefined, connection)).toBeUndefined();
  });

  it('opens what was added for it since', () => {
    const tokens = new Tokens([ENTRY]);
    const connection = {};
    tokens.grantOf(HEADER, connection);
    tokens.widen('main', '101-001-1000001-002');
    expect(tokens.grantOf(HEADER, connection)?.accountIDs).toHaveLength(2);
    tokens.add({ ...ENTRY, tenant: 'other' });
    expect(tokens.grantOf(HEADER, connection)?.tenant).toBe('other');
  });

  it('opens nothing once it was taken back', () => {
    const tokens = new Tokens([ENTRY]);
    const connection = {};
    tokens.grantOf(HEADER, connection);
    tokens.removeTenant('main');
    expect(tokens.grantOf(HEADER, connection)).toBeUndefined();
  });
});
