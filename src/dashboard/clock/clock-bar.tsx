/** The bar of the clock: where time stands, and everything that moves it. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { timeText } from '../parts/format.js';
import { Menu } from '../parts/menu.js';
import { holder, store } from '../state/app.js';
import { setting } from '../state/settings.js';
import type { Clock } from '../wire/types.js';
import {
  backCandle,
  forkIntoTab,
  isPaced,
  isVirtual,
  PAUSE_AT,
  pausesAt,
  playOrPause,
  randomStart,
  setSpeed,
  speed,
  stepCandle,
  stepCandles,
  stepTick,
  stepUntil,
  togglePauseAt,
  undoLast,
} from './clock-actions.js';
import { watchClosing } from './closed-market.js';
import { tellFills } from './fill-notices.js';
import { GoTo, isGoToOpen, openGoTo } from './go-to.js';
import { openPlayTo, PlayTo } from './play-to.js';
import { SPEEDS, speedText } from './speeds.js';
import { openReport, saveScenario } from './take-home.js';

export function ClockBar(): JSX.Element | null {
  const shown = store.value;
  const clock = shown?.clock.value;
  useEffect(() => shown && tellFills(shown), [shown]);
  useEffect(() => shown && watchClosing(shown), [shown]);
  if (clock === undefined) return <div class="clock-bar" />;
  const canPlay = clock.mode !== 'manual';
  const isHeld = holder.value !== undefined;
  return (
    <section class="clock-bar tools" aria-label="Clock">
      <Now clock={clock} />
      <Steps clock={clock} canPlay={canPlay} />
      {isPaced(clock) && <Pace />}
      <span class="gap" />
      {!isHeld && (
        <button
          type="button"
          class="rare rarest"
          onClick={undoLast}
          title="Rewind before the last order or change that you sent (Z)"
        >
          Undo last
        </button>
      )}
      <button
        type="button"
        class="rare rarest"
        onClick={() => forkIntoTab()}
        title="Fork into a new tab (K)"
      >
        Fork
      </button>
      {clock.state === 'ended' && (
        <button type="button" class="primary" onClick={openReport}>
          Report
        </button>
      )}
      <Menu label="More of the session" items={isRunning() ? MORE_OF_PROGRAM : moreItems()}>
        More ▾
      </Menu>
      {isGoToOpen.value && <GoTo clock={clock} />}
      <PlayTo />
    </section>
  );
}

const MORE_OF_PROGRAM = [
  { label: 'Report so far', run: openReport },
  { label: 'Record as a scenario', run: saveScenario },
];
const MORE = [
  { label: 'Undo last (Z)', run: undoLast },
  { label: 'Fork into a new tab (K)', run: () => forkIntoTab() },
  { label: 'To the next tick (Shift →)', run: stepTick },
  { label: 'To the next fill (F)', run: () => stepUntil('fill') },
  { label: 'To the next transaction (T)', run: () => stepUntil('transaction') },
  { label: 'Go to a time … (G)', run: openGoTo },
  { label: 'Go to a price or an alarm …', run: openPlayTo },
  { label: 'Random start', run: randomStart },
  ...MORE_OF_PROGRAM,
];

function moreItems() {
  const label = `Forward by ${bars.value} candles`;
  return [{ label, run: () => stepCandles(bars.value) }, ...MORE];
}

/** Whether a program has the simulation to itself: it cannot go back, and misses what a jump passes over. */
function isRunning(): boolean {
  return holder.value?.kind === 'program';
}

/** What time is, in a word or two. */
function modeText(clock: Clock): string {
  if (holder.value?.kind === 'record') return 'replay';
  return isVirtual(clock) ? 'virtual time' : clock.mode;
}

function Now({ clock }: { readonly clock: Clock }) {
  const { state, now, speed: pace, over } = clock;
  const isAtPace = state === 'playing' && (isPaced(clock) || !isRunning());
  const told = isAtPace ? `playing, ${speedText(pace)}` : state;
  return (
    <div class="now">
      <time dateTime={now}>{timeText(now)}</time>
      <small>UTC</small>
      <span class={`clock-state ${state}`} role="status">
        {told}
      </span>
      <small class="faint">{modeText(clock)}</small>
      {over !== undefined && <small role="status">{over}</small>}
    </div>
  );
}

function Steps({ clock, canPlay }: { readonly clock: Clock; readonly canPlay: boolean }) {
  const isPlaying = clock.state === 'playing';
  const isOver = clock.state === 'ended';
  return (
    <fieldset class="steps" aria-label="Steps">
      {!isRunning() && <Step sign="◀" name="Rewind one candle (←)" run={backCandle} />}
      {canPlay && (
        <button
          type="button"
          class="primary"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          title={isPlaying ? 'Pause (space)' : 'Play (space)'}
          disabled={isOver}
          onClick={playOrPause}
        >
          {isPlaying ? '❚❚' : '▶'}
        </button>
      )}
      {(isPaced(clock) || !isRunning() || !canPlay) && <Jumps isOff={isOver} />}
    </fieldset>
  );
}

function Jumps({ isOff }: { readonly isOff: boolean }) {
  return (
    <>
      <Step sign="Candle" name="To the next candle (→)" run={stepCandle} isOff={isOff} />
      <Bars isOff={isOff} />
      <Step isRare sign="To …" name="To a price or an alarm" run={openPlayTo} isOff={isOff} />
      <Step isRarest sign="Tick" name="To the next tick (Shift →)" run={stepTick} isOff={isOff} />
      <Step
        isRare
        sign="Fill"
        name="To the next fill (F)"
        run={() => stepUntil('fill')}
        isOff={isOff}
      />
      <Step
        isRarest
        sign="Transaction"
        name="To the next transaction (T)"
        run={() => stepUntil('transaction')}
        isOff={isOff}
      />
    </>
  );
}

/** How many candles one press goes on. */
const bars = setting('bars', 5, value => Number.isInteger(value) && Number(value) > 0);
const BARS_MAX = 500;

function Bars({ isOff }: { readonly isOff: boolean }) {
  return (
    <span class="bars rare">
      <input
        type="number"
        min={1}
        max={BARS_MAX}
        aria-label="Number of candles"
        value={bars.value}
        onInput={({ currentTarget: { value } }) => {
          const count = Number(value);
          if (Number.isInteger(count) && count > 0 && count <= BARS_MAX) bars.value = count;
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && !isOff) stepCandles(bars.value);
        }}
      />
      <Step
        sign="candles"
        name={`Forward by ${bars.value} candles`}
        run={() => stepCandles(bars.value)}
        isOff={isOff}
      />
    </span>
  );
}

interface StepProps {
  readonly sign: string;
  readonly name: string;
  run(): void;
  readonly isOff?: boolean;
  /** Whether a narrow screen has it in the menu alone. */
  readonly isRare?: boolean;
  /** Whether one of medium width has it in the menu, too. */
  readonly isRarest?: boolean;
}

function Step({ sign, name, run, isOff = false, isRare = false, isRarest = false }: StepProps) {
  return (
    <button
      type="button"
      class={isRarest ? 'rare rarest' : isRare ? 'rare' : undefined}
      aria-label={name}
      title={name}
      disabled={isOff}
      onClick={run}
    >
      {sign}
    </button>
  );
}

function Pace() {
  const [isOpen, setOpen] = useState(false);
  const at = pausesAt.value;
  return (
    <>
      <select
        aria-label="Speed"
        title="Simulated time per second (+ and −)"
        value={String(speed.value)}
        onChange={({ currentTarget: { value } }) =>
          setSpeed(value === 'max' ? 'max' : Number(value))
        }
      >
        {[...new Set([...SPEEDS, speed.value])].map(each => (
          <option key={each} value={String(each)}>
            {speedText(each)}
          </option>
        ))}
      </select>
      <details class="pause-at" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>Pause at{at.length > 0 && <span class="badge">{at.length}</span>}</summary>
        <div class="pause-at-list">
          {PAUSE_AT.map(each => (
            <label key={each} class="check">
              <input
                type="checkbox"
                checked={at.includes(each)}
                onChange={() => togglePauseAt(each)}
              />
              {each}
            </label>
          ))}
        </div>
      </details>
    </>
  );
}
