import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type LoginSession, Sessions } from '../../../../src/broker/api/page/sessions.js';
import { endedSessionsIn } from '../../../../src/broker/store/beside/ended-sessions.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

const KEY = 'a key that is the same after a restart';
const WEEK_MS = 7 * 86_400_000;

it('keeps a logout through a restart, and other sessions too, until they would be over', async () => {
  const folder = temporaryFolder();
  const start = async () => new Sessions({ key: KEY, ended: await endedSessionsIn(folder) });
  const first = await start();
  const [out, stays] = [first.begin().value, first.begin().value];
  first.end(first.of(out) as LoginSession);
  // A crash in the middle of a line, as the last thing before the restart.
  appendFileSync(join(folder, 'ended-sessions'), 'abc');
  const second = await start();
  expect(second.of(out)).toBeUndefined();
  expect(second.of(stays)).toBeDefined();
  second.end(second.of(stays) as LoginSession);
  expect((await start()).of(stays)).toBeUndefined();
  await endedSessionsIn(folder, Date.now() + WEEK_MS);
  expect(readFileSync(join(folder, 'ended-sessions'), 'utf8')).toBe('');
});

it('keeps a logout after one that a full disk has cut off', async () => {
  const folder = temporaryFolder();
  const ended = await endedSessionsIn(folder);
  const sessions = new Sessions({ key: KEY, ended });
  const { value } = sessions.begin();
  appendFileSync(join(folder, 'ended-sessions'), 'abc');
  sessions.end(sessions.of(value) as LoginSession);
  const again = new Sessions({ key: KEY, ended: await endedSessionsIn(folder) });
  expect(again.of(value)).toBeUndefined();
});
