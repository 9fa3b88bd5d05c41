import { describe, expect, it } from 'vitest';
import { HOTKEYS, hotkeyOf, keyNames } from '../../../../src/dashboard/keys/hotkeys.js';

const press = { key: ' ', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

describe('the hotkeys', () => {
  it('each have keys of their own', () => {
    const names = HOTKEYS.map(row => keyNames(row).join('+'));
    expect(new Set(names).size).toBe(HOTKEYS.length);
  });

  it('are found by their own keys', () => {
    for (const row of HOTKEYS) {
      expect(hotkeyOf({ ...press, key: row.key, shiftKey: row.shift ?? false })).toBe(row);
    }
  });

  it('distinguish Shift for letters and arrows, not for signs', () => {
    const shifted = (key: string) => hotkeyOf({ ...press, key, shiftKey: true })?.action;
    expect(shifted('ArrowRight')).toBe('stepTick');
    expect(shifted('X')).toBe('cancelAll');
    expect(shifted('B')).toBeUndefined();
    expect(shifted('?')).toBe('help');
    expect(shifted('+')).toBe('faster');
  });

  it('leave to the browser what is held with Ctrl, Alt or Meta', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) {
      expect(hotkeyOf({ ...press, key: 's', [held]: true })).toBeUndefined();
    }
  });
});
