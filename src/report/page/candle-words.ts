/** The line of text above a candle chart: what is under the cursor. */

import type { IChartApi, ISeriesApi } from 'lightweight-charts';
import type { InstrumentData } from './page-data.js';
import type { StrategyLines } from './strategy-lines.js';

/** A chart with the line of text above it. */
export interface ToldChart extends Pick<StrategyLines, 'noteAt'> {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Candlestick'>;
  readonly told: HTMLElement;
  /** The trade whose fill is under the cursor, by its anchor; undefined without one. */
  readonly point: (anchor: string | undefined) => void;
}

/** Says what is under the cursor, and goes to the row of a trade whose fill is pressed. */
export function tell(
  { chart, series, told, noteAt, point }: ToldChart,
  { precision, trades: marks }: InstrumentData,
): void {
  const trades = new Map(marks.map(trade => [trade.anchor, trade]));
  const idle = 'Point at a candle to read its prices.';
  told.textContent = idle;
  chart.subscribeCrosshairMove(({ seriesData, time, hoveredInfo }) => {
    const trade = trades.get(String(hoveredInfo?.objectId));
    point(trade?.anchor);
    const candle = seriesData.get(series);
    if (candle === undefined || !('open' in candle) || typeof time !== 'number') {
      told.textContent = idle;
      return;
    }
    const when = new Date(time * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
    const { open, high, low, close } = candle;
    const prices = [open, high, low, close].map(price => price.toFixed(precision));
    const note = noteAt(time);
    told.textContent = `${when.replace('T', ' ')}  O ${prices[0]}  H ${prices[1]}  L ${prices[2]}  C ${prices[3]}${
      trade === undefined ? '' : `  trade ${trade.id}, ${trade.text}`
    }${note === undefined ? '' : `  ${note}`}`;
  });
  chart.subscribeClick(({ hoveredInfo }) => {
    const anchor = String(hoveredInfo?.objectId);
    if (trades.has(anchor)) location.hash = anchor;
  });
}
