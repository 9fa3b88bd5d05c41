/**
 * One line of each layout, as its publisher writes it: for help, and for telling which layouts come
 * near a file that none fits. A test reads every line with the layout that it stands for.
 */

export interface LayoutSample {
  readonly name: string;
  /** The line, with ` | ` instead of tabs for people; `text` is the line itself. */
  readonly shown: string;
  readonly text: string;
  /** Whether the line is a header or the first row of a text file, rather than a name of files. */
  readonly isLine: boolean;
}

export const LAYOUT_SAMPLES: readonly LayoutSample[] = [
  line('canonical', 'time,bid,ask'),
  line('histdata', '20120201 000003660,1.306600,1.306770,0'),
  line('dukascopy-site', 'Gmt time,Ask,Bid,AskVolume,BidVolume'),
  line('dukascopy-node', 'timestamp,askPrice,bidPrice,askVolume,bidVolume'),
  line('duka', 'time,ask,bid,ask_volume,bid_volume'),
  line('truefx', 'EUR/USD,20130101 21:59:59.981,1.32023,1.32054'),
  line('mt5', '<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>'),
  line('csv-bars', 'time,open,high,low,close,volume'),
  line('oanda-candles', 'time,bid_o,bid_h,bid_l,bid_c,ask_o,ask_h,ask_l,ask_c'),
  line('histdata-m1', '20120201 000100;1.30660;1.30670;1.30650;1.30655;0'),
  line('histdata-m1-mt', '2012.02.01,00:01,1.30660,1.30670,1.30650,1.30655,0'),
  line('mt4', '2012.02.01,00:01,1.30660,1.30670,1.30650,1.30655,17'),
  line('mt5-bars', '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>'),
  named('lean', 'oanda/tick/eurusd/20140502_quote.zip'),
  named('lean-bars', 'oanda/minute/eurusd/20140502_quote.zip'),
  named('dukascopy-json', 'EURUSD.json: [[1549238400000,1.14631,1.14627,0.75,1.5],...]'),
  named('dukascopy-bi5', 'EURUSD/2012/11/31/23h_ticks.bi5, months from 00; or a folder of them'),
  named('feather', 'EUR_USD.feather with columns of these names'),
  named('parquet', 'EUR_USD.parquet with columns of these names'),
];

function line(name: string, text: string): LayoutSample {
  return { name, text, shown: text.replaceAll('\t', ' | '), isLine: true };
}

function named(name: string, text: string): LayoutSample {
  return { name, text, shown: text, isLine: false };
}
