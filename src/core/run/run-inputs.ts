/**
 * The inputs that a run took from outside, with the tickets of those that are commands. A journal and
 * a copy of the run are made from them.
 */

import { ChunkedList, type ListImage } from '../base/chunked-list.js';
import { KEPT_CHUNKS, type Packing } from '../base/packing.js';
import { changesTicks, type Input } from './input/input.js';
import type { TakenInputs } from './journal-inputs.js';

/** The inputs of a run as JSON values and bytes. */
export interface RunInputsImage {
  readonly inputs: ListImage;
  readonly tickets: ListImage;
}

/**
 * Owns the inputs of one run in the order in which they were accepted. `take` and `addDecision` append
 * to it, nothing removes. Always: each input has its ticket at the same index; 0 when it is no command.
 */
export class RunInputs implements TakenInputs {
  readonly inputs: ChunkedList<Input>;
  readonly tickets: ChunkedList<number>;
  /** Tickets of the commands that strategies sent; undefined where none can. */
  readonly #decided: Set<number> | undefined;
  #isPlain: boolean;

  private constructor(
    inputs: ChunkedList<Input>,
    tickets: ChunkedList<number>,
    isPlain: boolean,
    decided?: Set<number>,
  ) {
    this.inputs = inputs;
    this.tickets = tickets;
    this.#isPlain = isPlain;
    this.#decided = decided;
  }

  /**
   * No inputs.
   * @param hasTimeline - whether a timeline sends commands beside them.
   * @param hasStrategies - whether strategies do; their commands become inputs.
   */
  static none(hasTimeline: boolean, hasStrategies: boolean): RunInputs {
    const isPlain = !hasTimeline && !hasStrategies;
    const decided = hasStrategies ? new Set<number>() : undefined;
    return new RunInputs(new ChunkedList(), new ChunkedList(), isPlain, decided);
  }

  /** All inputs of a run; its commands are all that its engine has accepted, in their order. */
  static ofJournal(journal: Iterable<Input>): RunInputs {
    const all = new RunInputs(new ChunkedList<Input>(), new ChunkedList<number>(), false);
    let ticket = 0;
    for (const input of journal) {
      all.inputs.push(input);
      all.tickets.push(input.kind === 'command' ? ++ticket : 0);
    }
    return all;
  }

  /** The inputs of which `image` was made. */
  static restored(image: RunInputsImage, packing: Packing): RunInputs {
    const inputs = ChunkedList.restored<Input>(image.inputs, packing);
    return new RunInputs(inputs, ChunkedList.restored<number>(image.tickets, packing), true);
  }

  /** Whether strategies may send commands. */
  get hasStrategies(): boolean {
    return this.#decided !== undefined;
  }

  /** Whether ticks, sessions and commands are those of scenario and inputs alone. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  /** Adds `input`, and then the ticket that `act` returns. @returns the ticket. */
  take(input: Input, act: () => number): number {
    if (changesTicks(input)) this.#isPlain = false;
    this.inputs.push(input);
    const ticket = act();
    this.tickets.push(ticket);
    return ticket;
  }

  /** Adds a command that a strategy sent. */
  addDecision(input: Input, ticket: number): void {
    this.inputs.push(input);
    this.tickets.push(ticket);
    this.#decided?.add(ticket);
  }

  /** The inputs that no strategy sent. */
  fromOutside(): Input[] {
    return [...this.inputs].filter(
      (_, index) => !this.#decided?.has(this.tickets.at(index) as number),
    );
  }

  /** A separate list of the same inputs, for a run without strategies. */
  clone(): RunInputs {
    return new RunInputs(this.inputs.clone(), this.tickets.clone(), this.#isPlain);
  }

  /** Packs what is old, for all copies. */
  pack(packing: Packing): void {
    this.inputs.pack(packing, KEPT_CHUNKS);
    this.tickets.pack(packing, KEPT_CHUNKS);
  }

  image(packing: Packing): RunInputsImage {
    return { inputs: this.inputs.image(packing), tickets: this.tickets.image(packing) };
  }
}
