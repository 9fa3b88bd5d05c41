/**
 * A client of the campaign as a program: `node main.mjs NAME`, with the sandbox in the environment.
 * It knows fetch and timers only, as any bot does.
 */

import { patience } from '../support/patience.js';
import { CORRECT, PLANTED } from './clients/all.js';
import type { Body, CampaignWorld, ClientAnswer } from './world.js';

const MS_PER_SECOND = 1_000;
const PATIENCE_MS = patience(30_000);
const { ORRERY_URL = '', ORRERY_TOKEN = '', ORRERY_ACCOUNT = '' } = process.env;
const HEADERS = { authorization: `Bearer ${ORRERY_TOKEN}`, 'content-type': 'application/json' };

async function request(method: string, path: string, body?: unknown): Promise<ClientAnswer> {
  const answer = await fetch(`${ORRERY_URL}${path}`, {
    method,
    headers: HEADERS,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: text === '' ? {} : (JSON.parse(text) as Body),
  };
}

/** Ends when the stream is refused, ends or is cut. */
async function* stream(): AsyncGenerator<Body> {
  const path = `/v3/accounts/${ORRERY_ACCOUNT}/transactions/stream`;
  const answer = await fetch(`${ORRERY_URL}${path}`, { headers: HEADERS }).catch(() => undefined);
  if (answer === undefined || !answer.ok || answer.body === null) return;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (text + decoder.decode(piece, { stream: true })).split('\n');
      text = lines.pop() as string;
      for (const line of lines) if (line !== '') yield JSON.parse(line) as Body;
    }
  } catch {
    // The connection was cut.
  }
}

const world: CampaignWorld = {
  accountID: ORRERY_ACCOUNT,
  request,
  stream,
  wait: seconds => new Promise(resolve => setTimeout(resolve, seconds * MS_PER_SECOND)),
  now: () => Date.now() / MS_PER_SECOND,
};

const name = process.argv[2] ?? 'correct';
const chosen = name === 'correct' ? CORRECT : PLANTED[name];
if (chosen === undefined) throw new Error(`there is no client ${name}`);
await chosen.client(world);
// A stream that is still open does not keep the program.
process.exit(0);
