/** One order of every type, placed by the ticket. */

import type { Trader } from './trader.js';

/** Places an order of each type around a price near 1.081; the orders that close trades have one of their own. */
export async function ordersOfEveryType(trader: Trader): Promise<void> {
  await trader.fill('Market', { Units: '1000', 'Stop in pips': '' });
  await trader.send(/Bought 1.000 EUR\/USD/);
  const trade = await trader.lastTrade();
  const entry = { Units: '500' };
  await trader.fill('Limit', { ...entry, Price: '1.07000', 'More > Time in force': 'GTD' });
  await trader.send(/waits/);
  await trader.fill('Stop', { ...entry, Price: '1.09500', 'More > Price bound': '1.09600' });
  await trader.send(/waits/);
  await trader.fill('If touched', { ...entry, Price: '1.07200' });
  await trader.send(/waits/);
  await trader.fill('Take profit', { Trade: trade, Price: '1.09000' });
  await trader.send(/waits/);
  await trader.fill('Stop loss', { Trade: trade, Distance: '0.00080' });
  await trader.send(/waits/);
  await trader.fill('Trailing stop', { Trade: trade, Distance: '0.00400' });
  await trader.send(/waits/);
  await trader.fill('Market', { Units: '1000' });
  await trader.send(/Bought/);
  const other = await trader.lastTrade();
  await trader.fill('Guaranteed stop', { Trade: other, Price: '1.07500' });
  await trader.send(/waits/);
}
