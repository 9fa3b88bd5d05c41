/**
 * Bodies of the verbs that make, fork and rewind simulations. Source: docs/guides/simulations.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { CLOCK_MODE_NAMES } from '../../../runtime/clock/clock-modes.js';
import {
  defineObject,
  InstantText,
  oneOf,
  optionalText,
  ref,
  textOf,
} from '../../http/read/define.js';
import { Clock, DateTime, SETTLE, SPEED, STEP } from './clock.js';

const Name = Type.String({ minLength: 1, maxLength: 80, description: 'a name for people' });
const AccountID = (description: string) =>
  Type.String({ pattern: '^\\d{3}-\\d{3}-\\d{1,12}-\\d{3}$', description });
const OfTransaction = AccountID('of the transaction; default: the first');
const SimulationID = Type.String({ pattern: '^[a-z][a-z0-9]{0,15}$' });
const Mode = oneOf(CLOCK_MODE_NAMES, 'how time moves; the clock is paused at first');
/** RFC 3339 or digits; digits are a transaction, so UNIX times cannot be given. */
const PLACE = '^(?:\\d{4}-\\d\\d-\\d\\d.*|[1-9]\\d{0,15})$';

const description = {
  id: SimulationID,
  name: Type.String(),
  parent: optionalText('id of the simulation that it was forked from; it may be gone'),
  forkedAt: Type.Optional(DateTime),
};

/** A simulation in a list. */
export const SimulationSummary = defineObject('Simulation', {
  ...description,
  scenario: textOf('the name of its scenario'),
  generated: Type.Optional(
    Type.Array(Type.String(), {
      description: 'instruments with made-up prices; absent: it has none',
    }),
  ),
  bars: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'granularity of the bars by instrument whose prices were made of bars; absent: it has none',
    }),
  ),
  now: DateTime,
  state: oneOf(['playing', 'paused', 'ended']),
  parked: Type.Optional(
    Type.Literal(true, { description: 'its market is not in memory; a request to it wakes it' }),
  ),
  holder: Type.Optional(
    Type.Object(
      { kind: oneOf(['program', 'record']), name: textOf('the command, or the folder of the run') },
      {
        description:
          'what has it to itself, so that the page changes nothing in it: a program of `exec`, or a record that is shown again',
      },
    ),
  ),
  guest: optionalText("the guest that made it; absent: it is the server's own"),
  accounts: Type.Array(Type.Object({ id: AccountID('of the account') })),
});
/** A simulation in a list, as a value. */
export type SimulationSummary = Static<typeof SimulationSummary>;

/** The list. */
export const SimulationsAnswer = defineObject('Simulations', {
  simulations: Type.Array(ref(SimulationSummary)),
});

/** A simulation that was just made. */
export const SimulationMade = defineObject('SimulationMade', {
  ...description,
  accounts: Type.Array(Type.Object({ id: AccountID('of the account'), token: Type.String() }), {
    description: 'tokens are told only here; one token opens all accounts of a user',
  }),
  clock: ref(Clock),
});
/** A simulation that was just made, as a value. */
export type SimulationMade = Static<typeof SimulationMade>;

/** The body of a creation. */
export const CreateSimulation = defineObject(
  'CreateSimulationRequest',
  {
    scenario: Type.Unsafe<string | Readonly<Record<string, unknown>>>({
      anyOf: [
        { type: 'string', pattern: '^[A-Za-z0-9][\\w.-]{0,99}$' },
        {
          type: 'object',
          description: 'a scenario; `ticks` may be rows of time, bid and ask, or absent',
        },
      ],
      description: 'a file of the folder of scenarios, or a scenario itself',
    }),
    name: Type.Optional(Name),
    clock: Type.Optional(Mode),
    speed: Type.Optional(SPEED),
    step: Type.Optional(STEP),
    settle: Type.Optional(SETTLE),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    from: Type.Optional(InstantText('start of the window')),
    to: Type.Optional(InstantText('end of the window')),
  },
  { additionalProperties: false },
);
/** The body of a creation, as a value. */
export type CreateSimulation = Static<typeof CreateSimulation>;

/** The body of a fork. */
export const ForkRequest = defineObject(
  'ForkRequest',
  {
    at: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: PLACE,
        description: 'RFC 3339 instant, or id of the last transaction; default: now',
      }),
    ),
    account: Type.Optional(OfTransaction),
    name: Type.Optional(Name),
    clock: Type.Optional(Mode),
    step: Type.Optional(STEP),
    settle: Type.Optional(SETTLE),
  },
  { additionalProperties: false },
);
/** The body of a fork, as a value. */
export type ForkRequest = Static<typeof ForkRequest>;

/** The body of a rewind. */
export const RewindRequest = defineObject(
  'RewindRequest',
  {
    to: Type.Optional(InstantText('the instant to go back to; what happened at it is kept')),
    before: Type.Optional(
      Type.String({ pattern: '^[1-9]\\d{0,15}$', description: 'the first transaction to undo' }),
    ),
    account: Type.Optional(OfTransaction),
  },
  {
    additionalProperties: false,
    oneOf: [{ required: ['to'] }, { required: ['before'] }],
    dependentRequired: { account: ['before'] },
  },
);
/** The body of a rewind, as a value. */
export type RewindRequest = Static<typeof RewindRequest>;

/** Every named schema of these verbs. */
export const SIMULATION_SCHEMAS: readonly TSchema[] = [
  SimulationSummary,
  SimulationsAnswer,
  SimulationMade,
  CreateSimulation,
  ForkRequest,
  RewindRequest,
];
