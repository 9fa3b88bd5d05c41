import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../../src/package/version.js';
import { packageSource } from '../../../../src/storage/starter/package-source.js';

describe('where a starter project gets Orrery from', () => {
  it.each([
    '/home/me/project/node_modules/orrery-fx/',
    '/usr/lib/node_modules/orrery-fx',
    'C:\\Users\\me\\AppData\\Roaming\\npm\\node_modules\\orrery-fx',
  ])('is the version when npm installed the running one: %s', root => {
    expect(packageSource(root)).toBe(VERSION);
  });

  it.each(['/home/me/orrery/', '/home/me/my_node_modules/orrery/'])(
    'is the folder of a checkout: %s',
    root => {
      expect(packageSource(root)).toBe(`file:${root.slice(0, -1)}`);
    },
  );
});
