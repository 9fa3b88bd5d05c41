import { describe, expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const time = (minute: number) => `2024-03-05T10:${minute}:00.000000000Z`;
const LINE = { name: 'fast', pane: 'price', kind: 'line', instrument: 'EUR_USD' };
const MARK = { name: 'signals', pane: 'price', kind: 'mark', instrument: 'EUR_USD' };
const values = (...minutes: readonly number[]) =>
  minutes.map(minute => ({ time: time(minute), value: minute }));

describe('what strategies draw', () => {
  it('is added to what is there; an earlier time replaces, and a rewind forgets', async () => {
    const api = await testApi(sandboxScenario());
    const draw = (...plots: object[]) => control(api, 'POST', '/plots', { plots });
    const points = async () => {
      const { body } = await control(api, 'GET', '/plots');
      return (body as { plots: { points: object[] }[] }).plots.map(plot => plot.points);
    };
    await api.advance({ by: '1h' });
    const marks = { ...MARK, points: [{ time: time(20), text: '<i>buy</i>' }] };
    expect((await draw({ ...LINE, points: values(10, 20) }, marks)).status).toBe(204);
    await draw({ ...LINE, points: values(30, 40) });
    expect(await points()).toEqual([values(10, 20, 30, 40), marks.points]);
    await draw({ ...LINE, points: values(20, 25) });
    expect((await points())[0]).toEqual(values(10, 20, 25));
    await control(api, 'POST', '/rewind', { to: time(20) });
    expect((await points())[0]).toEqual(values(10, 20));
  });

  it.each([
    [{ ...LINE, points: values(20, 10) }],
    [{ ...LINE, points: [{ time: time(10), text: 'no value' }] }],
    [{ ...MARK, points: [{ time: time(10), value: 1 }] }],
    [{ ...LINE, instrument: 'x', points: [] }],
  ])('is refused when it means nothing', async plot => {
    const api = await testApi(sandboxScenario());
    expect((await control(api, 'POST', '/plots', { plots: [plot] })).status).toBe(400);
  });

  it('has room for 64 lines, and takes none of those that are too many', async () => {
    const api = await testApi(sandboxScenario());
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...LINE, name: `${at}`, points: values(10) }));
    const drawn = async () => (await control(api, 'GET', '/plots')).body['plots'];
    expect((await control(api, 'POST', '/plots', { plots: lines(65) })).status).toBe(409);
    expect(await drawn()).toEqual([]);
    expect((await control(api, 'POST', '/plots', { plots: lines(64) })).status).toBe(204);
    expect((await control(api, 'POST', '/plots', { plots: lines(65) })).status).toBe(409);
    expect(await drawn()).toEqual(lines(64));
  });
});
