import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addLeavingTogether } from '../../../../../../src/broker/api/http/answer/leave-together.js';

/** What happens to a request, in order, with the end of the turn in which it is handled. */
async function order(mayBeSeveral: boolean): Promise<readonly string[]> {
  const seen: string[] = [];
  const app = fastify();
  addLeavingTogether(app, () => mayBeSeveral);
  app.addHook('onSend', (_request, _reply, payload, done) => {
    seen.push('it leaves');
    done(null, payload);
  });
  app.get('/', (_request, reply) => {
    setImmediate(() => seen.push('the turn ends'));
    return reply.send('answer');
  });
  expect((await app.inject('/')).body).toBe('answer');
  await new Promise(resolve => setImmediate(resolve));
  await app.close();
  return seen;
}

describe('an answer', () => {
  it('leaves at the end of its turn where other requests may have come with its own', async () => {
    expect(await order(true)).toEqual(['the turn ends', 'it leaves']);
  });

  it('leaves at once where none may', async () => {
    expect(await order(false)).toEqual(['it leaves', 'the turn ends']);
  });
});
