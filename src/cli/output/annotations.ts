/**
 * Lines that GitHub's runner shows beside a file in a pull request, and as errors of the step.
 * Source: GitHub, "Workflow commands for GitHub Actions", error.
 */

import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import type { InputError, InputPlace } from '../../core/base/input-error.js';

/** Whether the process runs in a step of GitHub Actions; its runner sets the variable. */
export function isInGitHubActions(): boolean {
  return process.env['GITHUB_ACTIONS'] === 'true';
}

/** The line for an error. @param place - of the file, relative to the working folder or absolute. */
export function annotation({ file, line, column }: InputPlace, message: string): string {
  const properties = Object.entries({ file: inWorkspace(file), line, col: column })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${property(String(value))}`);
  return `::error ${properties.join(',')}::${data(message)}\n`;
}

/** What is said of bad input: its message, and in GitHub Actions its line in the file. */
export function inputText({ place, message }: InputError): string {
  return `${message}\n${isInGitHubActions() ? annotation(place, message) : ''}`;
}

/** A line for each expectation that failed, with its place in the scenario. */
export function failedAnnotations(runs: readonly ScenarioRun[]): string {
  const lines = runs.flatMap(({ loaded: { document }, expectations }) =>
    expectations
      .filter(({ ok }) => !ok)
      .map(({ what, expected, actual }) => {
        const { place } = document.error(pathOf(what), 'failed');
        return annotation(place, `${what}: expected ${expected}, was ${actual}`);
      }),
  );
  return lines.join('');
}

/** The path that an expectation is known by: `timeline[2].expect.balance`. */
function pathOf(what: string): (string | number)[] {
  const steps = what.match(/[^.[\]]+/g) ?? [];
  return steps.map(step => (/^\d+$/.test(step) ? Number(step) : step));
}

/**
 * GitHub identifies files by their path in the checkout, also when a step runs in a folder of it.
 */
function inWorkspace(file: string): string {
  const workspace = process.env['GITHUB_WORKSPACE'];
  if (workspace === undefined || !existsSync(file)) return file;
  const path = relative(workspace, resolve(file)).replaceAll('\\', '/');
  return path.startsWith('../') ? file : path;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
