/**
 * The world on which the rule of virtual time acts: what it can read, and what it may do. It has no
 * sockets and no clock of its own. Source: decision 0034.
 */

import type { AnswerState } from './late-answers.js';
import type { Calm, IdleReport, MomentView } from './stimulus.js';

/** What a conductor acts on. */
export interface World<Process, Held, Stream>
  extends Pick<
    MomentView<Held, Stream>,
    'connections' | 'isServing' | 'streams' | 'now' | 'last' | 'nextLines'
  > {
  /**
   * Whether the next microsecond may bring an answer that waited; a child gets the time before it.
   */
  readonly isBeforeLate: boolean;
  /**
   * The instant up to which nothing but its own deadlines can come to a process that sends nothing;
   * the present when there is none.
   */
  readonly freeUntil: number;
  /** The same for the time after the answer to the present request. */
  freeAfter(held: Held, process: Process): number;
  /**
   * Whether these words can be believed where a process waits for another.
   * @param revision - changes with all that is known
   */
  calm(reports: ReadonlyMap<Process, IdleReport | undefined>, revision: number): Calm;
  /** Hands a held request to the server. */
  serve(held: Held): void;
  /** How far a request is that was served. */
  stateOf(held: Held): AnswerState;
  /** Sends the line of a stream that waits longest. */
  release(stream: Stream): void;
  /**
   * Whether time may go to an instant now. If not, a callback says when to ask again; meanwhile the
   * market may go a part of the way, which no process gets.
   */
  reach(to: number): boolean;
  /** Moves simulated time. */
  move(to: number): void;
  /** Sends the present to a process. @param free - until when it may go on by itself */
  tell(process: Process, now: number, free?: number): void;
  /**
   * Sends a process the time up to which it may go on by itself, once it has read all that was
   * written to it.
   */
  free(process: Process, until: number): void;
  /** The window is over, and the child has had its last instant. */
  end(): void;
}
