/** All replications, by name. */

import type { ReplicationResult } from '../results/replicated.js';
import { replicateAverageRules } from './average-rules.js';
import { replicateForwardPremium } from './forward-premium.js';
import type { ReplicationInputs } from './inputs.js';
import { replicateLuckTests } from './luck-tests.js';
import { replicateOvershoots } from './overshoots.js';
import { replicateRuin } from './ruin.js';

/** A replication. */
export interface Replication {
  readonly name: string;
  /** Its short name, `r1`. */
  readonly short: string;
  /** What is replicated, in one sentence. */
  readonly title: string;
  readonly source: string;
  /** Which inputs have an effect on it, beside packages. */
  readonly uses: readonly ('seed' | 'markets' | 'ticks' | 'packages')[];
  readonly run: (inputs: ReplicationInputs) => ReplicationResult | Promise<ReplicationResult>;
}

/** The table. */
export const REPLICATIONS: readonly Replication[] = [
  {
    name: 'average-rules',
    short: 'r1',
    title: 'Moving-average rules earned in the 1980s and have not since',
    source:
      'C. Neely, P. Weller, J. Ulrich, "The adaptive markets hypothesis: evidence from the foreign exchange market", Journal of Financial and Quantitative Analysis 44(2), 2009 (the abstract)',
    uses: ['packages'],
    run: replicateAverageRules,
  },
  {
    name: 'forward-premium',
    short: 'r2',
    title: 'What a forward says of the spot price, and financing beside forward points',
    source:
      'E. Fama, "Forward and spot exchange rates", Journal of Monetary Economics 14, 1984; M. Verbeek, "A guide to modern econometrics", chapter 4 (neither was read)',
    uses: ['packages'],
    run: replicateForwardPremium,
  },
  {
    name: 'luck-tests',
    short: 'r3',
    title: 'Deflated Sharpe ratio, probability of overfitting and SPA on their examples',
    source:
      'D. Bailey, M. Lopez de Prado 2014; D. Bailey, J. Borwein, M. Lopez de Prado, Q. Zhu 2017; P. Hansen 2005 (the examples are from memory)',
    uses: ['packages', 'seed'],
    run: replicateLuckTests,
  },
  {
    name: 'overshoots',
    short: 'r4',
    title: 'After a turn the price goes on by the size of the turn',
    source:
      'J. Glattfelder, A. Dupuis, R. Olsen, "Patterns in high-frequency FX data: discovery of 12 empirical scaling laws", arXiv 0809.1040 (the abstract was read; the law is from memory)',
    uses: ['ticks', 'seed'],
    run: replicateOvershoots,
  },
  {
    name: 'gamblers-ruin',
    short: 'r5',
    title: 'How often a take profit comes before a stop loss, without and with a spread',
    source:
      'W. Feller, "An introduction to probability theory and its applications", volume 1, chapter XIV (from memory)',
    uses: ['markets', 'seed'],
    run: replicateRuin,
  },
];
