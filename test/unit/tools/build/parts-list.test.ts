import { describe, expect, it } from 'vitest';
import { partsList } from '../../../../src/tools/build/parts-list.js';

/** The list of parts of the package, CycloneDX. */

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const locked = (version: string, more: object = {}) => ({
  version,
  integrity,
  license: 'MIT',
  ...more,
});
const LOCKED = {
  '': { name: 'own', version: '1.0.0', license: 'MIT' },
  'node_modules/installed': locked('2.0.0', { dependencies: { below: '1', tool: '1' } }),
  'node_modules/below': locked('1.0.0'),
  'node_modules/tool': locked('1.0.0', { dev: true }),
  'node_modules/queue': locked('1.0.0', { peer: true }),
  'node_modules/@scope/built': locked('3.0.0', { dev: true, dependencies: { below: '9' } }),
  'node_modules/@scope/built/node_modules/below': locked('9.0.0', { dev: true }),
};
const BUILT = { name: '@scope/built', version: '3.0.0', license: 'ISC' };
const BELOW = { name: 'below', version: '9.0.0', license: 'MIT' };
const BUNDLED = new Map([
  ['node_modules/@scope/built', BUILT],
  ['node_modules/@scope/built/node_modules/below', BELOW],
]);

describe('the list of parts', () => {
  it('has what is installed and what is built in, and no tools', () => {
    const { components, dependencies, metadata } = partsList(BUNDLED, LOCKED);
    const uses = components.map(({ purl, properties }) => [purl, properties[0]?.value]);
    expect(uses).toEqual([
      ['pkg:npm/%40scope/built@3.0.0', 'built in'],
      ['pkg:npm/below@1.0.0', 'installed'],
      ['pkg:npm/below@9.0.0', 'built in'],
      ['pkg:npm/installed@2.0.0', 'installed'],
    ]);
    expect(components[0]).toMatchObject({
      name: '@scope/built',
      version: '3.0.0',
      licenses: [{ expression: 'ISC' }],
      hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
    });
    const below = Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    expect(below[metadata.component.purl]).toHaveLength(4);
    expect(below['pkg:npm/%40scope/built@3.0.0']).toEqual(['pkg:npm/below@9.0.0']);
    expect(below['pkg:npm/installed@2.0.0']).toEqual(['pkg:npm/below@1.0.0']);
  });

  it('is refused for a package that the lockfile has not, has in another version, or without a checksum', () => {
    const other = new Map([['node_modules/other', { ...BUILT, name: 'other' }]]);
    expect(() => partsList(other, LOCKED)).toThrow(
      'node_modules/other: has version 3.0.0, and package-lock.json has no such package',
    );
    const newer = new Map([['node_modules/@scope/built', { ...BUILT, version: '3.0.1' }]]);
    expect(() => partsList(newer, LOCKED)).toThrow(
      'has version 3.0.1, and package-lock.json has 3.0.0',
    );
    const bare = { ...LOCKED, 'node_modules/below': locked('1.0.0', { integrity: 'sha1-x' }) };
    expect(() => partsList(BUNDLED, bare)).toThrow('node_modules/below: has no sha512');
  });
});
