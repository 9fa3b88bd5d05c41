import { expect, it } from 'vitest';
import { DrawingBoard } from '../../../../src/core/strategy/tools/drawings.js';
import { instant } from '../../../../src/core/time/instant.js';
import { PlotPoster } from '../../../../src/live/remote/plot-poster.js';
import { type Json, V20Client } from '../../../../src/live/remote/wire/v20-client.js';

const instrument = 'EUR_USD';
const LINE = { name: 'fast', instrument, pane: 'price', style: 'line' } as const;

/** A poster of a board, the plots that its host was sent, and what it told people. */
function posting(status = 204) {
  const board = new DrawingBoard();
  const sent: Json[] = [];
  const told: string[] = [];
  const client = new V20Client('http://host.test', 'token');
  const control = {
    async send(_method: string, _path: string, body?: object) {
      sent.push(...(body as { plots: Json[] }).plots);
      return { status, body: { errorMessage: 'no room' } };
    },
    refused: client.refused.bind(client),
    close: () => undefined,
  };
  const poster = new PlotPoster({ control, notify: line => told.push(line) }, () => board.drawn());
  const points = () => sent.splice(0).map(({ points: all }) => all as readonly Json[]);
  return { board, poster, told, points };
}

const at = (second: number) => instant(second * 1_000_000);

it('posts each point once, and the last instant again when it has changed', async () => {
  const { board, poster, points, told } = posting();
  await poster.post();
  board.plot(at(1), 1, LINE);
  board.plot(at(2), 2, LINE);
  board.mark({ at: at(2), instrument, text: 'one' });
  await poster.post();
  const time = (second: number) => `1970-01-01T00:00:0${second}.000000000Z`;
  const last = { time: time(2), value: 2 };
  expect(points()).toEqual([[{ time: time(1), value: 1 }, last], [{ time: time(2), text: 'one' }]]);
  await poster.post();
  expect(points()).toEqual([]);
  board.mark({ at: at(2), instrument, text: 'two' });
  board.plot(at(3), 3, LINE);
  await poster.post();
  const texts = ['one', 'two'].map(text => ({ time: time(2), text }));
  expect(points()).toEqual([[last, { time: time(3), value: 3 }], texts]);
  poster.close();
  expect(told).toEqual([]);
});

it('posts long lines in pieces, and keeps the marks of one instant together', async () => {
  const { board, poster, points } = posting();
  for (let second = 1; second <= 4_500; second++) board.plot(at(second), second, LINE);
  for (let mark = 0; mark < 2_100; mark++) {
    board.mark({ at: at(Math.min(mark, 1_999)), instrument, text: `${mark}` });
  }
  await poster.post();
  expect(points().map(({ length }) => length)).toEqual([2_000, 2_000, 500, 2_100]);
  poster.close();
});

it('says once that the host takes none, and posts no more', async () => {
  const { board, poster, points, told } = posting(409);
  board.plot(at(1), 1, LINE);
  await poster.post();
  board.plot(at(2), 2, LINE);
  await poster.post();
  expect(points()).toHaveLength(1);
  expect(told).toEqual([
    'no plots are shown: http://host.test: POST /_sim/plots was answered 409: no room',
  ]);
  poster.close();
});
