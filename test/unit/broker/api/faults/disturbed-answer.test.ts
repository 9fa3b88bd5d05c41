import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { disturbedAnswer } from '../../../../../src/broker/api/faults/disturbed-answer.js';

const REPLY = { raw: {} } as FastifyReply;

it('lets a refusal wait as an answer does, without a listener meanwhile', async () => {
  const waits: { micros: number; wake: () => void }[] = [];
  const told: string[] = [];
  const answered = disturbedAnswer(
    { waitBefore: 0, waitAfter: 250_000 },
    {
      reply: REPLY,
      act: () => {
        told.push('carried out');
        throw new Error('no such order');
      },
      send: () => told.push('sent'),
      onCut: () => told.push('cut'),
      faultTime: {
        now: 0,
        after: (micros, wake) => {
          waits.push({ micros, wake });
          return () => undefined;
        },
      },
    },
  ).catch((error: Error) => told.push(error.message));
  await new Promise(setImmediate);
  expect(told).toEqual(['carried out']);
  expect(waits.map(({ micros }) => micros)).toEqual([250_000]);
  waits[0]?.wake();
  await answered;
  expect(told).toEqual(['carried out', 'no such order']);
});
