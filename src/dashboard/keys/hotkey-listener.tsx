/** Handles the hotkeys of the whole page. Fields and open dialogs keep their keys. */

import { useEffect } from 'preact/hooks';
import { hotkeyOf } from './hotkeys.js';
import { runHotkey } from './run-hotkey.js';

export function HotkeyListener(): null {
  useEffect(() => {
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, []);
  return null;
}

function heard(event: KeyboardEvent): void {
  const found = hotkeyOf(event);
  if (found === undefined || event.defaultPrevented || isTaken(event)) return;
  event.preventDefault();
  // A key that is held a moment too long would trade, cancel or fork many times.
  if (event.repeat && !found.repeats) return;
  runHotkey(found.action);
}

/** Where typing is meant for what has the focus: fields always, buttons for space, lists for arrows. */
const TYPING = 'input:not([type=checkbox]), textarea, select, [role=menu], dialog';
const ARROWS = '[role=tab], [role=grid], input';
const SPACE = 'button, summary, a, input';

function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  const taken = key === ' ' ? SPACE : key.startsWith('Arrow') ? ARROWS : undefined;
  return (
    target.closest(TYPING) !== null ||
    document.querySelector('dialog[open]') !== null ||
    (taken !== undefined && target.closest(taken) !== null)
  );
}
