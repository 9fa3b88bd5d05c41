import { expect, it } from 'vitest';
import { PathTable } from '../../../../../../src/broker/api/http/doors/path-table.js';

const PATTERNS = ['/', '/a', '/a/:id', '/a/:id/b', '/a/latest', '/c/:id/d', '/own/*', '/own/e'];

const table = new PathTable();
for (const pattern of PATTERNS) table.add(pattern);

it.each([
  ['/', '/'],
  ['/a', '/a'],
  ['/a?x=/b', '/a'],
  ['/a#b', '/a'],
  ['/%61', '/a'],
  ['/a/1', '/a/:id'],
  ['/a/x%2Fy', '/a/:id'],
  ['/a/latest', '/a/latest'],
  ['/a/latest/b', '/a/:id/b'],
  ['/own/e', '/own/e'],
  ['/own/e/f', '/own/*'],
  ['/own/', '/own/*'],
])('finds the pattern of %s: %s', (path, pattern) => {
  expect(table.find(path)).toBe(pattern);
});

it.each(['/b', '/A', '/c/1', '/c/1/d/e', '/own', '//a'])('finds no pattern of %s', path => {
  expect(table.find(path)).toBeUndefined();
});
