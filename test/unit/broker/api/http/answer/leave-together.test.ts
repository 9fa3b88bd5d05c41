import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addLeavingTogether } from '../../../../../../src/broker/api/http/answer/leave-together.js';

/** What happens to a request that comes alone, in order, with the end of its turn. */
async function orderOfOne(): Promise<readonly string[]> {
  const seen: string[] = [];
  const app = fastify();
  addLeavingTogether(app, () => false);
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

/** What happens to three requests that come in one turn, the last of which answers later. */
async function orderOfThree(): Promise<readonly string[]> {
  const seen: string[] = [];
  const app = fastify();
  app.addHook('preHandler', ({ url }, _reply, done) => {
    seen.push(`${url} is read`);
    done();
  });
  addLeavingTogether(app, () => true);
  app.addHook('onSend', ({ url }, _reply, payload, done) => {
    seen.push(`${url} leaves`);
    done(null, payload);
  });
  app.get('/:name', ({ url }, reply) => {
    seen.push(`${url} is handled`);
    if (url === '/late') setImmediate(() => reply.send(url));
    else reply.send(url);
  });
  await app.ready();
  const paths = ['/one', '/late', '/other'];
  const answers = await Promise.all(paths.map(path => app.inject(path)));
  expect(answers.map(({ body }) => body)).toEqual(paths);
  await app.close();
  return seen;
}

describe('requests that come in one turn', () => {
  it('are read, then handled, and then their answers leave, each in the order of the requests', async () => {
    expect(await orderOfThree()).toEqual([
      ...['/one is read', '/late is read', '/other is read'],
      ...['/one is handled', '/late is handled', '/other is handled'],
      ...['/one leaves', '/other leaves', '/late leaves'],
    ]);
  });
});

describe('a request that comes alone', () => {
  it('is handled and answered at once', async () => {
    expect(await orderOfOne()).toEqual(['it leaves', 'the turn ends']);
  });
});
