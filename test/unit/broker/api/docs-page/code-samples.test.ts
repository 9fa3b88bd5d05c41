import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { SAMPLE_LANGUAGES } from '../../../../../src/broker/api/docs-page/code-samples.js';
import { patience } from '../../../../support/patience.js';

const HOSTILE = `it's "$HOME" \\ \`id\` \${1} \n#`;
const request = {
  origin: 'http://127.0.0.1:8020',
  method: 'POST',
  path: '/v3/accounts/101-001-1-001/orders',
  token: 'ORRERY_TOKEN',
  body: { order: { units: '1', guaranteed: true, clientExtensions: { id: HOSTILE } } },
} as const;

function sample(id: string): string {
  return SAMPLE_LANGUAGES.find(language => language.id === id)?.write(request) ?? '';
}

describe('the samples of a request', () => {
  it('in curl gives the shell the body unharmed', () => {
    const seen = execFileSync('sh', ['-c', sample('curl').replace(/^curl/, "printf '%s\\0'")], {
      timeout: patience(120_000),
      encoding: 'utf8',
      env: { ORRERY_TOKEN: 'secret' },
    }).split('\0');
    expect(seen.slice(0, 4)).toEqual([
      '-X',
      'POST',
      'http://127.0.0.1:8020/v3/accounts/101-001-1-001/orders',
      '-H',
    ]);
    expect(seen[4]).toBe('Authorization: Bearer secret');
    expect(JSON.parse(seen[8] ?? '')).toEqual(request.body);
  });

  it('in TypeScript sends the body', async () => {
    const sent: RequestInit[] = [];
    const answer = (_url: string, init: RequestInit) => {
      sent.push(init);
      return { status: 201, json: () => ({}) };
    };
    const run = new Function(
      'fetch',
      'console',
      `return (async () => {${sample('typescript')}})()`,
    );
    await run(answer, { log: () => undefined });
    expect(JSON.parse(String(sent[0]?.body))).toEqual(request.body);
    expect(sent[0]?.method).toBe('POST');
  });

  it('in Python says true as Python does, but not in texts', () => {
    const text = sample('python');
    expect(text).toContain('"guaranteed": True');
    expect(text).toContain(JSON.stringify(HOSTILE));
    const [python] = SAMPLE_LANGUAGES.filter(({ id }) => id === 'python');
    expect(python?.write({ ...request, body: { id: 'true null' } })).toContain('"true null"');
  });

  it('never has a token', () => {
    for (const { write } of SAMPLE_LANGUAGES) expect(write(request)).toContain('ORRERY_TOKEN');
  });
});
