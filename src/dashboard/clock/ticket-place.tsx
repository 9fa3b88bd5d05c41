/** The place of the ticket: where a program has the simulation to itself, a note stands there. */

import type { JSX } from 'preact';
import { holder } from '../state/app.js';
import { Ticket } from '../ticket/ticket.js';
import type { SimulationSummary } from '../wire/types.js';
import { forkIntoTab } from './clock-actions.js';

export function TicketPlace(): JSX.Element {
  return holder.value === undefined ? <Ticket /> : <HeldNote holder={holder.value} />;
}

interface HeldNoteProps {
  readonly holder: NonNullable<SimulationSummary['holder']>;
}

function HeldNote({ holder: { kind, name } }: HeldNoteProps) {
  const isProgram = kind === 'program';
  return (
    <div class="held-note">
      <h2>{isProgram ? 'A program trades here' : 'A recorded session'}</h2>
      <p>
        <code>{name}</code>
      </p>
      <p>
        {isProgram
          ? 'Only the program trades, so that watching does not change its ledger.'
          : 'It is played as it was recorded.'}{' '}
        A fork is a copy of the market at this instant, in which you can trade by hand.
      </p>
      <button type="button" onClick={() => forkIntoTab()}>
        Fork and trade
      </button>
    </div>
  );
}
