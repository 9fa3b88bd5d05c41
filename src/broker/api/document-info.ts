/** What the document of the API says of the server, and the order of its parts: the broker, then its control. */

import { VERSION } from '../../data/version.js';
import type { DocumentInfo } from './http/answer/docs.js';

const DESCRIPTION = `A simulated foreign-exchange broker whose clock you control. Compatible with the OANDA v20 REST and
streaming API, not affiliated with OANDA. [The dashboard of this server](/) shows its market.`;

export const DOCUMENT_INFO: DocumentInfo = {
  title: 'Orrery',
  description: DESCRIPTION,
  version: VERSION,
  tags: [
    { name: 'account', description: 'Balance, margin and settings of an account' },
    { name: 'order', description: 'Orders of every type, with an example of each' },
    { name: 'trade', description: 'Open and closed trades, and their dependent orders' },
    { name: 'position', description: 'The net of an instrument' },
    { name: 'transaction', description: 'The ledger of an account' },
    { name: 'pricing', description: 'Prices, candles of an account, and their stream' },
    { name: 'instrument', description: 'Candles and books' },
    { name: 'user', description: 'Who an account belongs to' },
    { name: 'clock', description: 'Simulated time: play, pause, advance' },
    { name: 'simulation', description: 'Several markets beside each other, forked and rewound' },
    { name: 'market', description: 'Ticks, accounts and funds that a test brings along' },
    { name: 'faults', description: 'Errors, delays and outages on order' },
    { name: 'ledger', description: 'The records of a simulation' },
    { name: 'page', description: 'What the dashboard asks for' },
  ],
};
