/** The chart's scale for the lines. */

/** The prices of the chart's first pane as places, in CSS pixels from its top. */
export interface PriceScale {
  yOf(price: number): number | undefined;
  priceAt(y: number): number | undefined;
  /** Makes room for these, where they are near to the candles. */
  keepInView(prices: readonly number[]): void;
  /** Makes room for a price however far it is, until the latest candles are shown. */
  reveal(price: number): void;
  /** Height of the pane and width without its scale. */
  size(): { readonly width: number; readonly height: number };
  /** Calls `listener` whenever the prices may have other places. @returns what ends it. */
  whenPainted(listener: () => void): () => void;
}
