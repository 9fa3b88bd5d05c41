/** Bodies of the verbs of guests. Source: docs/guides/shared-server.md. */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, ref, textOf } from '../../http/read/define.js';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Limit = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description: `${description}; absent: no limit` }));

/** A guest, its quotas and what it has used of them. */
export const GuestUsage = defineObject('Guest', {
  name: textOf('as in the file of guests'),
  quotas: Type.Object({
    simulations: Limit('simulations at one time'),
    bytes: Limit('bytes of all its simulations'),
    cpuSeconds: Limit("seconds of the server's thread in each hour"),
    streams: Limit('streams that are open at one time'),
  }),
  used: Type.Object({
    simulations: Count('simulations at present'),
    bytes: Count('a bound for what they take in memory and in a store'),
    cpuSeconds: Type.Number({ minimum: 0, description: 'seconds in the present hour' }),
    streams: Count('open streams'),
  }),
  secondsLeft: Count('seconds until the next hour of `cpuSeconds` begins'),
});
/** A guest, as a value. */
export type GuestUsage = Static<typeof GuestUsage>;

/** All guests. */
export const GuestsAnswer = defineObject('Guests', { guests: Type.Array(ref(GuestUsage)) });

/** Every named schema of these verbs. */
export const GUEST_SCHEMAS: readonly TSchema[] = [GuestUsage, GuestsAnswer];
