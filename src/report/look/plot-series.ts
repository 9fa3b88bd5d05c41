/** The series that shows a line of a strategy, the same in the report and the dashboard. */

import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineType,
  type SeriesPartialOptionsMap,
} from 'lightweight-charts';

/** The name of the pane of the candles. */
export const PRICE_PANE = 'price';
/** A line of a strategy on the chart. */
export type PlotSeries = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>;

const LOOKS = {
  line: { lineWidth: 1 },
  steps: { lineWidth: 1, lineType: LineType.WithSteps },
  dots: { lineVisible: false, pointMarkersVisible: true, pointMarkersRadius: 2 },
} as const;
/** How values are joined. */
export type SeriesStyle = keyof typeof LOOKS | 'bars';

type Options = SeriesPartialOptionsMap['Line'] & SeriesPartialOptionsMap['Histogram'];

/** Adds a series without its points. @param pane - its index, from the top. */
export function addPlotSeries(
  chart: IChartApi,
  style: SeriesStyle,
  options: Options,
  pane: number,
): PlotSeries {
  return style === 'bars'
    ? chart.addSeries(HistogramSeries, options, pane)
    : chart.addSeries(LineSeries, { ...options, ...LOOKS[style] }, pane);
}
