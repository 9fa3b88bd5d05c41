/**
 * Short messages in a line of their own at the foot of the page, which is always kept free: they cover
 * nothing, and nothing moves when one comes. The newest is shown, each with at most one action. Errors
 * stay until they are closed, or until a newer answer of the same part of the page takes their place.
 */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { keptBeside, type ToastMessage } from './toast-messages.js';

interface ToastEntry extends ToastMessage {
  readonly id: number;
}

const SHOWN_MS = 6000;
const MOST = 4;
const shown = signal<readonly ToastEntry[]>([]);
let last = 0;

/** Shows a message. */
export function showToast(message: ToastMessage): void {
  last += 1;
  const id = last;
  shown.value = [...keptBeside(shown.value, message), { ...message, id }].slice(-MOST);
  if (message.kind === 'done') setTimeout(() => close(id), SHOWN_MS);
}

/** Shows what went wrong. @param of - the part of the page that answers. */
export function showError(error: unknown, of?: ToastMessage['of']): void {
  const text = error instanceof Error ? error.message : String(error);
  showToast({ kind: 'error', text, ...(of && { of }) });
}

/** The newest message, as a live region; closing it shows the one before. */
export function Toasts(): JSX.Element {
  const newest = shown.value.at(-1);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {newest !== undefined && (
        <Toast key={newest.id} message={newest} before={shown.value.length - 1} />
      )}
    </div>
  );
}

interface ToastProps {
  readonly message: ToastEntry;
  /** How many older ones wait behind it. */
  readonly before: number;
}

function Toast({ message: { id, text, kind, action }, before }: ToastProps) {
  return (
    <div class={`toast ${kind}`}>
      <span>{text}</span>
      {before > 0 && <small class="faint">{before} more</small>}
      {action !== undefined && (
        <button
          type="button"
          onClick={() => {
            close(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" class="quiet" aria-label="Close" onClick={() => close(id)}>
        ✕
      </button>
    </div>
  );
}

function close(id: number): void {
  shown.value = shown.value.filter(each => each.id !== id);
}
