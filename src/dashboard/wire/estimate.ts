/** The verb that estimates the cost of an order. */

import type { Estimate } from '../../broker/api/control/schema/page/estimate.js';
import { verbPath } from './control.js';
import { call } from './rest.js';
import type { AccountPlace } from './v20.js';

export type { Estimate } from '../../broker/api/control/schema/page/estimate.js';

/** What `order` would cost now; nothing is placed. */
export function estimate({ simulation, account }: AccountPlace, order: object): Promise<Estimate> {
  const path = verbPath(simulation, 'estimate');
  return call({ method: 'POST', path, body: { account, order } });
}
