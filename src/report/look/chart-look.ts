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

/** Colours of candles: rising ones are light, falling ones dark. */
export function candleColours({ rising, falling }: Theme): CandleColours {
  return {
    upColor: rising,
    borderUpColor: rising,
    wickUpColor: rising,
    downColor: falling,
    borderDownColor: falling,
    wickDownColor: falling,
  };
}
