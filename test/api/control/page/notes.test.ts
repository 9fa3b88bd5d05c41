import { describe, expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPgPAAEDAQDZqt2ZAAAAAElFTkSuQmCC';

describe('the notes of a session', () => {
  it('are kept by simulated time over a rewind, marked in the time line and removed', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    const ties = { transactionID: '3', tradeID: '2', setup: 'pullback', tags: ['London', 'news'] };
    const late = { text: '<b>late</b>', picture: PIXEL, ...ties };
    const first = await control(api, 'POST', '/notes', late);
    expect(first).toMatchObject({ status: 201, body: { ...late, id: '1' } });
    await control(api, 'POST', '/rewind', { to: '2024-03-05T10:30:00Z' });
    await control(api, 'POST', '/notes', { text: 'early' });
    const texts = async () => {
      const { body } = await control(api, 'GET', '/notes');
      return (body as { notes: { text: string; time: string }[] }).notes.map(({ text }) => text);
    };
    expect(await texts()).toEqual(['early', '<b>late</b>']);
    const { body } = await control(api, 'GET', '/timeline');
    expect(body['marks']).toMatchObject([
      { kind: 'note', label: 'early', time: '2024-03-05T10:30:00.000000000Z' },
      { kind: 'note', label: '<b>late</b>', time: '2024-03-05T11:00:00.000000000Z' },
    ]);
    expect((await control(api, 'DELETE', '/notes/1')).status).toBe(204);
    expect((await control(api, 'DELETE', '/notes/1')).status).toBe(404);
    expect(await texts()).toEqual(['early']);
  });

  it('have the instant that they are about, and one about the same of a trade is kept once', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    const time = '2024-03-05T10:30:00.000000000Z';
    const exit = { text: 'Exit', time, transactionID: '8', tradeID: '5' };
    const { body: first } = await control(api, 'POST', '/notes', exit);
    expect(first).toMatchObject({ ...exit, id: '1' });
    const again = await control(api, 'POST', '/notes', { ...exit, picture: PIXEL });
    expect([again.status, again.body]).toEqual([201, first]);
    const others = [{ tradeID: '6' }, { time: '2024-03-05T10:29:00Z' }, { text: 'Entry' }];
    for (const [at, other] of others.entries()) {
      const { body } = await control(api, 'POST', '/notes', { ...exit, ...other });
      expect(body['id']).toBe(String(at + 2));
    }
    const late = await control(api, 'POST', '/notes', { ...exit, time: '2024-03-05T11:00:01Z' });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('time')]);
  });

  it.each([
    [{}],
    [{ text: 'x', picture: 'data:image/svg+xml;base64,PHN2Zy8+' }],
    [{ text: 'x', picture: `data:image/png;base64,${'AAAA'.repeat(100)}` }],
    [{ text: 'x', picture: `${PIXEL.slice(0, -4)}${'AAAA'.repeat(180_000)}` }],
    [{ text: 'x'.repeat(10_001) }],
    [{ text: 'x', setup: '' }],
    [{ text: 'x', tags: ['y'.repeat(41)] }],
    [{ text: 'x', tradeID: 'last' }],
  ])('are refused when they are none', async note => {
    const api = await testApi(sandboxScenario());
    expect((await control(api, 'POST', '/notes', note)).status).toBe(400);
  });
});
