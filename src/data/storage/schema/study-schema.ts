/**
 * The JSON Schema (draft-07) of study files: a scenario with a strategy, which of the strategy's
 * parameters vary and how, and the windows. `orrery schema study` prints it.
 */

import { FIGURE_NAMES } from '../../figures/table/run-figures.js';

const decimal = { type: ['string', 'number'], description: 'decimal, kept as written' } as const;
const instant = { type: 'string', description: 'RFC 3339 with a zone' } as const;
const duration = {
  type: 'string',
  description: 'such as 5d, five trading days that end at 17:00 New York; or 36h of elapsed time',
} as const;
const scalar = { type: ['string', 'number', 'boolean'] } as const;

/** Greatest number of values on one axis. */
export const LONGEST_AXIS = 10_000;

/** Greatest number of combinations that a model chooses; fitting time grows with their square. */
const MOST_MODELLED = 2_000;

/** Greatest number of goals of a study: with more, nearly every run is on the Pareto front. */
const MOST_GOALS = 5;

/** Ranks that compare all runs of a window; a greater value is better. */
const LUCK_NAMES = ['psr', 'dsr'] as const;

/** Whether `rank` is one of these instead of a figure of a single run. */
export function isLuck(rank: string): rank is (typeof LUCK_NAMES)[number] {
  return (LUCK_NAMES as readonly string[]).includes(rank);
}

const axis = {
  type: ['array', 'object'],
  description: 'values, or a range from, to (inclusive), step',
  minItems: 1,
  maxItems: LONGEST_AXIS,
  items: scalar,
  additionalProperties: false,
  required: ['from', 'to', 'step'],
  properties: { from: decimal, to: decimal, step: decimal },
} as const;

const reruns = { type: 'integer', minimum: 1, maximum: 10_000 } as const;

export const STUDY_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Orrery study',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'name', 'scenario', 'axes'],
  properties: {
    $schema: { type: 'string' },
    version: { const: 1 },
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 80 },
    description: { type: 'string' },
    scenario: { type: 'string', description: 'scenario file, relative to this file' },
    seed: {
      type: 'integer',
      minimum: 0,
      maximum: 4_294_967_295,
      description: 'seed of all random choices of the study; runs keep the seed of the scenario',
    },
    axes: {
      type: 'object',
      description:
        'parameters of the strategy and the values that each takes; ACCOUNT.parameter for the strategy of another account',
      minProperties: 1,
      maxProperties: 20,
      propertyNames: {
        description:
          'the name of a parameter: a letter, then letters, digits and _; for the strategy of an account, its id and a point before it',
        pattern: '^([0-9-]+\\.)?[A-Za-z][A-Za-z0-9_]*$',
        maxLength: 64,
      },
      additionalProperties: axis,
    },
    constraints: {
      type: 'array',
      description:
        'comparisons that every combination keeps, of two axes or of an axis with a number, such as fast < slow',
      minItems: 1,
      maxItems: 50,
      items: { type: 'string', maxLength: 200 },
    },
    search: {
      type: 'object',
      description: 'default: every combination',
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      properties: {
        random: { type: 'integer', minimum: 1, description: 'number of different combinations' },
        model: {
          type: 'object',
          description:
            'combinations that a random forest expects to be best; it is fitted to the runs so far',
          additionalProperties: false,
          required: ['runs'],
          properties: {
            runs: {
              type: 'integer',
              minimum: 1,
              maximum: MOST_MODELLED,
              description: 'number of different combinations in each window',
            },
            initial: {
              type: 'integer',
              minimum: 1,
              description:
                'number drawn at random before the first fit; default: a fifth, at least 10',
            },
            batch: {
              type: 'integer',
              minimum: 1,
              description: 'number of runs between two fits; default: a twenty-fifth, at least 8',
            },
          },
        },
      },
    },
    windows: {
      type: 'array',
      description: "default: the scenario's own window",
      minItems: 1,
      maxItems: 1000,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['from', 'to'],
        properties: { from: instant, to: instant },
      },
    },
    walkForward: {
      type: 'object',
      description: 'chooses in one window, tries the choice in the next, and moves on',
      additionalProperties: false,
      required: ['inSample', 'outOfSample'],
      properties: { inSample: duration, outOfSample: duration },
    },
    monteCarlo: {
      type: 'object',
      description: "reorders and redraws the best run's trades, and repeats it",
      additionalProperties: false,
      required: ['samples'],
      properties: {
        samples: { type: 'integer', minimum: 10, maximum: 100_000 },
        noise: {
          type: 'object',
          description: 'repeats the best run with other seeds of the execution model',
          additionalProperties: false,
          required: ['runs'],
          properties: { runs: reruns },
        },
        bootstrap: {
          type: 'object',
          description: 'repeats the best run on ticks drawn block by block',
          additionalProperties: false,
          required: ['runs', 'block'],
          properties: {
            runs: reruns,
            block: { type: 'integer', minimum: 1, description: 'number of ticks in a block' },
          },
        },
      },
    },
    figures: {
      type: 'array',
      description:
        'figures of each run to show, in addition to those of every study; see docs/reference/figures.md',
      items: { enum: FIGURE_NAMES },
    },
    rank: {
      enum: [...FIGURE_NAMES, ...LUCK_NAMES],
      description: 'figure by which runs are ranked, the best first; default: sharpe',
    },
    goals: {
      type: 'array',
      description:
        'several figures instead of rank: runs are ranked by the sum of their places in each, and the Pareto front is shown',
      minItems: 2,
      maxItems: MOST_GOALS,
      uniqueItems: true,
      items: { enum: [...FIGURE_NAMES, ...LUCK_NAMES] },
    },
  },
} as const;
