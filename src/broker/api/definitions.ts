/**
 * Every named schema of the application: those of v20, of control and of the feed. They check
 * requests and are published in the document.
 */

import { CONTROL_SCHEMAS } from './control/schema/clock.js';
import { GUEST_SCHEMAS } from './control/schema/guest.js';
import { MARKET_SCHEMAS } from './control/schema/market.js';
import { PAGE_SCHEMAS } from './control/schema/page/schemas.js';
import { PRACTICE_SCHEMAS } from './control/schema/practice.js';
import { SIMULATION_SCHEMAS } from './control/schema/simulation.js';
import { STEP_SCHEMAS } from './control/schema/step.js';
import { FEED_SCHEMAS } from './feed/schema/schemas.js';
import { definitionsIn } from './http/read/define.js';
import { LOGIN_SCHEMAS } from './page/login-schemas.js';
import { V20_SCHEMAS } from './v20/routes/schemas.js';

export const DEFINITIONS = definitionsIn([
  ...V20_SCHEMAS,
  ...CONTROL_SCHEMAS,
  ...SIMULATION_SCHEMAS,
  ...PRACTICE_SCHEMAS,
  ...STEP_SCHEMAS,
  ...MARKET_SCHEMAS,
  ...PAGE_SCHEMAS,
  ...LOGIN_SCHEMAS,
  ...GUEST_SCHEMAS,
  ...FEED_SCHEMAS,
]);
