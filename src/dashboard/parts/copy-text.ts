/** Copies to the clipboard and files to keep, both with a word when it is done. */

import { showError, showToast } from './toast.js';

/** Copies a text. @param what - what it is, for the message: `JSON`. */
export function copyText(text: string, what: string): void {
  navigator.clipboard
    .writeText(text)
    .then(() => showToast({ kind: 'done', text: `${what} copied` }), showError);
}

/** Copies a text that is still being read; browsers allow copying only during the click. */
export function copyLater(text: Promise<string>, what: string): void {
  const blob = text.then(read => new Blob([read], { type: 'text/plain' }));
  navigator.clipboard
    .write([new ClipboardItem({ 'text/plain': blob })])
    .then(() => showToast({ kind: 'done', text: `${what} copied` }))
    // The browser's error says only that it failed; the cause is known here.
    .catch((error: unknown) => text.then(() => showError(error), showError));
}

/** Gives a text to the browser as a file to keep. */
export function saveText(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveFrom(url, name);
  URL.revokeObjectURL(url);
}

/** Has the browser keep what an address answers. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
