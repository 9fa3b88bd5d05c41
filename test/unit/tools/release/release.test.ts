import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advisoriesIn } from '../../../../src/tools/release/advisories.js';
import {
  agentFault,
  changelogFaults,
  versionFault,
} from '../../../../src/tools/release/version-faults.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

/** What a release checks before it packs, and the advisories about its parts. */

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

describe('the advisories of a release', () => {
  const advisory = (title: string) => ({
    title,
    url: 'https://example.org/1',
    severity: 'high',
    range: '<2.0.0',
  });
  const printed = JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      part: { name: 'part', via: [advisory('reads too far'), 'below'] },
      below: { name: 'below', via: [advisory('hangs')] },
      linter: { name: 'linter', via: [advisory('writes too far')] },
    },
  });

  it('are those about parts of the package, not about tools of the build', () => {
    expect(advisoriesIn(printed, new Set(['part', 'below', 'other']))).toEqual({
      advisories: [
        'below <2.0.0: high: hangs (https://example.org/1)',
        'part <2.0.0: high: reads too far (https://example.org/1)',
      ],
    });
    expect(advisoriesIn(printed, new Set(['other']))).toEqual({ advisories: [] });
  });

  it.each([
    ['{"message":"405 Method Not Allowed","error":{"summary":""}}', '405 Method Not Allowed'],
    ['{"error":{"summary":"no network"}}', 'no network'],
    ['', 'npm audit gave no answer'],
  ])('are unknown, and not none, when the registry answers %j', (text, unknown) => {
    expect(advisoriesIn(text, new Set(['part']))).toEqual({ advisories: [], unknown });
  });
});
