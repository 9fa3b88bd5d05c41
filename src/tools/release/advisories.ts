/**
 * Advisories about the packages that users get. `npm audit` names all packages of the lockfile, also
 * tools of the build; those that are no part of the package are left out.
 */

import { spawnSync } from 'node:child_process';

/** What `npm audit --json` prints, as far as it is read here. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  readonly error?: { readonly summary?: string };
  readonly message?: string;
}

interface Vulnerability {
  readonly name: string;
  /** Advisories; or names of packages below, which have an entry of their own. */
  readonly via: readonly (string | Advisory)[];
}

interface Advisory {
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

/** The advisories about `parts`, a sentence each; or why they could not be looked up. */
export interface FoundAdvisories {
  readonly advisories: readonly string[];
  readonly unknown?: string;
}

/** Reads what `npm audit --json` printed. @param parts - names of packages. */
export function advisoriesIn(printed: string, parts: ReadonlySet<string>): FoundAdvisories {
  const report = reportIn(printed);
  if (report.vulnerabilities === undefined) {
    const unknown = report.error?.summary || report.message || 'npm audit gave no answer';
    return { advisories: [], unknown };
  }
  const found = Object.values(report.vulnerabilities).filter(({ name }) => parts.has(name));
  const advisories = found.flatMap(({ name, via }) =>
    via.flatMap(each =>
      typeof each === 'string'
        ? []
        : `${name} ${each.range}: ${each.severity}: ${each.title} (${each.url})`,
    ),
  );
  return { advisories: [...new Set(advisories)].sort() };
}

function reportIn(printed: string): AuditReport {
  try {
    return JSON.parse(printed) as AuditReport;
  } catch {
    return {};
  }
}

/** Looks the advisories about `parts` up. @param folder - of the lockfile. */
export function lookUpAdvisories(folder: string, parts: ReadonlySet<string>): FoundAdvisories {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return advisoriesIn(stdout ?? '', parts);
}
