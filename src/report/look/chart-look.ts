/** The look of charts of candles, the same in the report and the dashboard. */

import {
  type CandlestickStyleOptions,
  type ChartOptions,
  ColorType,
  type DeepPartial,
} from 'lightweight-charts';
import type { Theme } from './theme.js';

type CandleColours = Pick<
  CandlestickStyleOptions,
  'upColor' | 'borderUpColor' | 'wickUpColor' | 'downColor' | 'borderDownColor' | 'wickDownColor'
>;

/** Options of a chart of candles in the colours of a theme. */
export function chartOptions(theme: Theme): DeepPartial<ChartOptions> {
  return {
    layout: {
      background: { type: ColorType.Solid, color: theme.surface },
      textColor: theme.faint,
      attributionLogo: false,
      panes: { separatorColor: theme.line, separatorHoverColor: theme.line },
    },
    grid: { vertLines: { color: theme.line }, horzLines: { color: theme.line } },
    timeScale: {
      timeVisible: true,
      secondsVisible: false,
      borderColor: theme.line,
      minBarSpacing: 0.05,
      lockVisibleTimeRangeOnResize: true,
    },
    rightPriceScale: { borderColor: theme.line, entireTextOnly: true },
  };
}

/**
 * Colours of candles: rising ones are hollow and blue, falling ones filled and orange, so that they
 * differ in shape and in hue, also for eyes that cannot see red and green apart (decision 0097).
 */
export function candleColours({ rising, falling, surface }: Theme): CandleColours {
  return {
    upColor: surface,
    borderUpColor: rising,
    wickUpColor: rising,
    downColor: falling,
    borderDownColor: falling,
    wickDownColor: falling,
  };
}
