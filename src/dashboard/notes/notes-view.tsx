/** The journal of a session: notes of people at instants of the market, with pictures of the chart. */

import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chartPicture } from '../chart/chart-picture.js';
import { CheckField, TextField } from '../parts/field.js';
import { timeText } from '../parts/format.js';
import { showError } from '../parts/toast.js';
import { notesTrades, setup, sorted, tags } from '../practice/trade-notes.js';
import { store } from '../state/app.js';
import { byNow } from '../state/by-now.js';
import { showOnChart } from '../state/chart-place.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { deleteNote, type Note, readNotes, writeNote } from '../wire/notes.js';

export function NotesView(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Journal store={shown} />;
}

function Journal({ store: shown }: { readonly store: SimulationStore }) {
  const { simulation } = shown.place;
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const version = shown.version.value;
  const refresh = () => readNotes(simulation).then(setNotes, showError);
  useEffect(() => void refresh(), [simulation, version]);
  const now = shown.clock.value?.now;
  const [past, later] = byNow(notes, now);
  const listed = shown.showsLaterNotes.value ? notes : past;
  const remove = (id: string) => deleteNote(simulation, id).then(refresh, showError);
  return (
    <div class="notes">
      <WriteNote simulation={simulation} now={now} onWritten={refresh} />
      <ol class="plain" aria-label="Notes">
        {notes.length === 0 && <li class="faint">No notes yet.</li>}
        {later.length > 0 && <LaterNotes count={later.length} isShown={shown.showsLaterNotes} />}
        {listed.map(note => (
          <NoteItem key={note.id} note={note} onDelete={() => remove(note.id)} />
        ))}
      </ol>
    </div>
  );
}

/** The one line that stands for notes of later times, which a rewind left. */
function LaterNotes(props: { readonly count: number; readonly isShown: Signal<boolean> }) {
  const { count, isShown } = props;
  const what = count === 1 ? '1 note of a later time is' : `${count} notes of later times are`;
  return (
    <li class="later-notes">
      {what} {isShown.value ? 'shown' : 'hidden'}.{' '}
      <button
        type="button"
        class="link"
        onClick={() => {
          isShown.value = !isShown.value;
        }}
      >
        {isShown.value ? 'Hide' : 'Show'}
      </button>
    </li>
  );
}

interface WriteNoteProps {
  readonly simulation: string;
  readonly now: string | undefined;
  onWritten(): void;
}

function WriteNote({ simulation, now, onWritten }: WriteNoteProps) {
  const [text, setText] = useState('');
  const [hasPicture, setPicture] = useState(true);
  const write = async () => {
    const picture = hasPicture ? chartPicture() : undefined;
    try {
      await writeNote(simulation, {
        text,
        ...sorted(),
        ...(picture !== undefined && { picture }),
      });
      setText('');
      onWritten();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <form
      class="write-note"
      aria-label="Write a note"
      onSubmit={event => {
        event.preventDefault();
        void write();
      }}
    >
      <label for="note-text">Note at {now === undefined ? '…' : timeText(now)}</label>
      <textarea
        id="note-text"
        rows={3}
        maxLength={10_000}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
      />
      <Sorting />
      <div class="tools">
        <CheckField
          label="With a picture of the chart"
          isChecked={hasPicture}
          onChange={setPicture}
        />
        <CheckField
          label="A note by itself at each entry and exit"
          isChecked={notesTrades.value}
          onChange={isChecked => {
            notesTrades.value = isChecked;
          }}
        />
        <span class="gap" />
        <button type="submit" class="primary" disabled={text.trim() === ''}>
          Keep the note
        </button>
      </div>
    </form>
  );
}

/** The setup and the tags of the next notes, those too that the page writes by itself. */
function Sorting() {
  return (
    <div class="field-pairs">
      <TextField
        label="Setup"
        value={setup.value}
        placeholder="pullback"
        onInput={text => {
          setup.value = text;
        }}
      />
      <TextField
        label="Tags"
        value={tags.value}
        placeholder="London, news"
        onInput={text => {
          tags.value = text;
        }}
      />
    </div>
  );
}

interface NoteItemProps {
  readonly note: Note;
  onDelete(): void;
}

function NoteItem({ note, onDelete }: NoteItemProps) {
  const { id, time, text, picture, transactionID, tradeID } = note;
  const words = [note.setup, ...(note.tags ?? [])].filter(word => word !== undefined);
  return (
    <li class="note">
      <div class="tools">
        <button type="button" class="link" onClick={() => showOnChart({ time, transactionID })}>
          {timeText(time)}
        </button>
        {tradeID !== undefined && <span class="faint">Trade {tradeID}</span>}
        {words.map(word => (
          <span key={word} class="badge">
            {word}
          </span>
        ))}
        <span class="gap" />
        <button type="button" class="quiet" aria-label={`Delete note ${id}`} onClick={onDelete}>
          ✕
        </button>
      </div>
      <p>{text}</p>
      {picture !== undefined && <img src={picture} alt={`The chart at ${timeText(time)}`} />}
    </li>
  );
}
