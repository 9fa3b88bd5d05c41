import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partsOfRelease } from '../../../../src/tools/release/parts-list.js';
import {
  agentFault,
  changelogFaults,
  versionFault,
} from '../../../../src/tools/release/version-faults.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

/** What a release checks before it packs, and the list of its parts. */

const CHANGELOG = `# Changelog

## [1.3.0] - 2026-01-31

### Added

- A thing.

## [1.2.0] - 2025-12-01
`;

describe('the changelog of a release', () => {
  it('has its version with its day, and known kinds of changes', () => {
    expect(changelogFaults(CHANGELOG, '1.3.0')).toEqual([]);
  });

  it.each([
    ['another version on top', CHANGELOG, '1.4.0', 'must be 1.4.0, was 1.3.0'],
    ['no version', '# Changelog\n', '1.3.0', 'must be 1.3.0, was undefined'],
    ['no day', CHANGELOG.replace('2026-01-31', 'unreleased'), '1.3.0', 'was unreleased'],
    ['an unknown kind', CHANGELOG.replace('Added', 'New'), '1.3.0', 'was New'],
  ])('is refused with %s', (_what, changelog, version, rule) => {
    expect(changelogFaults(changelog, version)).toEqual([expect.stringContaining(rule)]);
  });
});

describe('the agent of a release', () => {
  it('must have been built', () => {
    const root = temporaryFolder();
    expect(agentFault(root)).toMatch(/held\.jar: must be built, which takes a JDK/);
    mkdirSync(join(root, 'dist', 'agent'), { recursive: true });
    writeFileSync(join(root, 'dist', 'agent', 'held.jar'), '');
    expect(agentFault(root)).toBeUndefined();
  });
});

describe('the version of a release', () => {
  const tags = ['v0.9.0', 'v0.10.0'];

  it.each(['0.10.1', '0.11.0', '1.0.0'])('is above every tag: %s', version => {
    expect(versionFault(version, tags)).toBeUndefined();
  });

  it.each(['0.10.0', '0.9.5', '0.2.11'])('is refused at or below a tag: %s', version => {
    expect(versionFault(version, tags)).toContain(`must be above 0.10.0, was ${version}`);
  });
});

describe('the list of parts', () => {
  const tool = [{ name: 'cdx:npm:package:development', value: 'true' }];
  const part = (name: string, properties = tool) => ({
    'bom-ref': `${name}@1.0.0`,
    name,
    version: '1.0.0',
    properties,
  });
  const all = {
    components: [part('installed', []), part('built-in'), part('linter')],
    dependencies: [
      { ref: 'installed@1.0.0', dependsOn: ['built-in@1.0.0', 'linter@1.0.0'] },
      { ref: 'linter@1.0.0', dependsOn: [] },
    ],
  };

  it('has what is installed and what is built in, and no tools', () => {
    const parts = partsOfRelease(all, [{ name: 'built-in', version: '1.0.0' }]);
    expect(parts.components.map(({ name }) => name)).toEqual(['installed', 'built-in']);
    expect(parts.dependencies).toEqual([{ ref: 'installed@1.0.0', dependsOn: ['built-in@1.0.0'] }]);
  });

  it('is refused when something that is built in is not in it', () => {
    const bundled = [{ name: 'built-in', version: '2.0.0' }];
    expect(() => partsOfRelease(all, bundled)).toThrow('does not list built-in@2.0.0');
  });
});
