/**
 * Bodies of `/_sim`: a step. A command is a write of v20: its operationId, the parameters of its path and
 * the fields of its body beside each other, so both are made from the operation. Source: decision 0077.
 */

import {
  type ObjectOptions,
  type Static,
  type TObject,
  type TSchema,
  Type,
} from '@sinclair/typebox';
import { GRANULARITIES, type Granularity } from '../../../../core/candle/granularity.js';
import { BODY_EXAMPLES } from '../../http/read/body.js';
import { define, defineObject, oneOf, ref } from '../../http/read/define.js';
import type { AccountOperation, Operation, WriteRule } from '../../v20/operation.js';
import { parametersIn } from '../../v20/path-parameters.js';
import { OPERATIONS } from '../../v20/routes/operations.js';
import { CandlestickResponse } from '../../v20/schema/candle.js';
import { AccountChanges, AccountChangesState } from '../../v20/schema/changes.js';
import { ClientPrice } from '../../v20/schema/pricing.js';
import { AccountID, InstrumentName, TransactionID } from '../../v20/schema/primitives.js';
import { AdvanceRequest, Clock } from './clock.js';

/** Most commands of a step, and most series of candles. */
const COMMANDS_MAX = 1_000;
const SERIES_MAX = 100;

/** A write that a step can carry out. */
export interface StepOperation extends AccountOperation {
  readonly operationId: string;
  readonly carrying: WriteRule;
  /** The command as requests write it. */
  readonly form: TObject;
  /** The fields that are parameters of its path. */
  readonly parameters: ReadonlySet<string>;
}

/** The writes of v20, by operationId. */
export const STEP_OPERATIONS: ReadonlyMap<string, StepOperation> = new Map(
  OPERATIONS.flatMap(each => (isWrite(each) ? [[each.operationId, withForm(each)]] : [])),
);

type StepWrite = AccountOperation & Pick<StepOperation, 'operationId' | 'carrying'>;

function isWrite(operation: Operation): operation is StepWrite {
  return 'carrying' in operation && operation.operationId !== undefined;
}

function withForm(operation: StepWrite): StepOperation {
  const { operationId, summary, path, body } = operation;
  const { accountID, ...named } = parametersIn(path);
  const title = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  const form = defineObject(
    `${title}Command`,
    {
      operation: oneOf([operationId]),
      accountID: Type.Optional(
        Type.String({ ...accountID, description: 'an account’s id; default: the first account' }),
      ),
      ...named,
      ...body?.['properties'],
    },
    { additionalProperties: false, description: summary },
  );
  return { ...operation, form, parameters: new Set(Object.keys(named)) };
}

const StepCommand = define(
  'StepCommand',
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    oneOf: [...STEP_OPERATIONS.values()].map(({ form }) => ref(form)),
    description: 'a write of v20 by its operationId, with the fields of its path and its body',
  }),
);

const AccountAsked = Type.Object(
  {
    accountID: AccountID,
    sinceTransactionID: Type.Optional(
      Type.String({
        pattern: '^\\d{1,15}$',
        description:
          'the last transaction that the client knows; default: the last before the step',
      }),
    ),
  },
  { additionalProperties: false },
);

const SeriesAsked = Type.Object(
  {
    instrument: InstrumentName,
    granularity: oneOf(Object.keys(GRANULARITIES) as Granularity[]),
    price: Type.Optional(
      Type.String({
        pattern: '^[MBA]{1,3}$',
        description: 'letters of M, B and A; default: M',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Requests that the pages of the API show. */
const EXAMPLES = {
  trade: {
    summary: 'Buy, let a minute pass, and tell of its candle',
    value: {
      commands: [
        {
          operation: 'createOrder',
          order: { type: 'MARKET', instrument: 'EUR_USD', units: '1000' },
        },
      ],
      advance: { by: '1m' },
      candles: [{ instrument: 'EUR_USD', granularity: 'M1' }],
    },
  },
  wait: {
    summary: 'Go to the next fill, a day away at most',
    value: { advance: { by: '1d', until: 'fill' } },
  },
  look: { summary: 'Tell where everything stands', value: {} },
};

function requestOf<Command extends TSchema>(
  $id: string,
  command: Command,
  more: ObjectOptions = {},
) {
  return defineObject(
    $id,
    {
      commands: Type.Optional(
        Type.Array(command, {
          maxItems: COMMANDS_MAX,
          description: 'carried out one after another at simulated now, before time moves',
        }),
      ),
      advance: Type.Optional(ref(AdvanceRequest)),
      instruments: Type.Optional(
        Type.Array(InstrumentName, { description: 'whose prices are answered; default: all' }),
      ),
      accounts: Type.Optional(
        Type.Array(AccountAsked, { description: 'whose changes are answered; default: all' }),
      ),
      candles: Type.Optional(
        Type.Array(SeriesAsked, {
          maxItems: SERIES_MAX,
          description: 'whose candles that were completed in the step are answered; default: none',
        }),
      ),
    },
    { additionalProperties: false, ...more },
  );
}

/** What a step does, and what it is to answer. Without `advance` time stays. */
export const StepRequest = requestOf('StepRequest', ref(StepCommand), {
  [BODY_EXAMPLES]: EXAMPLES,
});
/** The same with commands of any form: each is checked by the form of its operation. */
export const LooseStepRequest = requestOf('LooseStepRequest', Type.Object({}));
export type StepRequest = Static<typeof LooseStepRequest>;

const StepResult = defineObject('StepResult', {
  status: Type.Integer({
    description: 'as of the request over v20; 202: accepted, and on its way when the step ended',
  }),
  body: Type.Unsafe<object>({
    type: 'object',
    description: 'as of the request over v20; empty for 202',
  }),
});
export type StepResult = Static<typeof StepResult>;

/** The world after a step. */
export const Step = defineObject('Step', {
  clock: ref(Clock),
  results: Type.Array(ref(StepResult), { description: 'one for each command, in their order' }),
  prices: Type.Array(ref(ClientPrice), {
    description: 'the latest of each instrument; one that had no price yet is left out',
  }),
  accounts: Type.Array(
    Type.Object({
      accountID: AccountID,
      changes: ref(AccountChanges),
      state: ref(AccountChangesState),
      lastTransactionID: TransactionID,
    }),
    { description: 'each as `GET /v3/accounts/{accountID}/changes` answers it' },
  ),
  candles: Type.Array(ref(CandlestickResponse), {
    description: 'those that were completed in the step, of each series the newest 5,000',
  }),
});

/** Every named schema of steps. */
export const STEP_SCHEMAS: readonly TSchema[] = [StepRequest, Step];
