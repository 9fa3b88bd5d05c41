/** The journal of a session: notes of people at instants of the market, with pictures of the chart. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chartPicture } from '../chart/chart-picture.js';
import { CheckField } from '../parts/field.js';
import { timeText } from '../parts/format.js';
import { showError } from '../parts/toast.js';
import { store } from '../state/app.js';
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
  // A rewind takes the notes of the time that it undoes.
  useEffect(() => void refresh(), [simulation, version]);
  const remove = (id: string) => deleteNote(simulation, id).then(refresh, showError);
  return (
    <div class="notes">
      <WriteNote simulation={simulation} now={shown.clock.value?.now} onWritten={refresh} />
      <ol class="plain" aria-label="Notes">
        {notes.length === 0 && <li class="faint">No notes yet.</li>}
        {notes.map(note => (
          <NoteItem key={note.id} note={note} onDelete={() => remove(note.id)} />
        ))}
      </ol>
    </div>
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
      await writeNote(simulation, { text, ...(picture !== undefined && { picture }) });
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
      <div class="tools">
        <CheckField
          label="With a picture of the chart"
          isChecked={hasPicture}
          onChange={setPicture}
        />
        <span class="gap" />
        <button type="submit" class="primary" disabled={text.trim() === ''}>
          Keep the note
        </button>
      </div>
    </form>
  );
}

interface NoteItemProps {
  readonly note: Note;
  onDelete(): void;
}

function NoteItem({ note: { id, time, text, picture }, onDelete }: NoteItemProps) {
  return (
    <li class="note">
      <div class="tools">
        <button type="button" class="link" onClick={() => showOnChart({ time })}>
          {timeText(time)}
        </button>
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
