import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Snippet, snippetsOf } from '../support/docs/fences.js';
import { isThere, type OrreryHost, runPage, startHost } from '../support/docs/page-run.js';
import { exchangesOf, isRun, patternOf } from '../support/docs/page-script.js';
import { userPages } from '../support/docs/pages.js';

/**
 * Every shell snippet of the documents is run, and every transcript compared with what is printed.
 * `npm run test:docs` also runs those that take long, or that need another language.
 */

const ALL = process.env['ORRERY_DOCS'] === 'all';
const PAGES = userPages().map(({ path, text }) => ({ path, snippets: snippetsOf(path, text) }));
const count = { run: 0, skipped: 0, later: 0, missing: new Set<string>() };

/** Whether this run takes a snippet; counts it either way. */
function isTaken(snippet: Snippet): boolean {
  if (!isRun(snippet)) {
    if (snippet.skip !== undefined) count.skipped += 1;
    return false;
  }
  const isLater = snippet.marks.has('slow') || snippet.needs.length > 0;
  const absent = snippet.needs.filter(program => !isThere(program));
  if (isLater && !ALL) count.later += 1;
  else if (absent.length > 0) for (const each of absent) count.missing.add(each);
  else {
    count.run += 1;
    return true;
  }
  return false;
}

describe.skipIf(process.platform === 'win32')(
  'the shell snippets of [not on Windows]',
  { concurrent: true },
  () => {
    let host: OrreryHost;
    beforeAll(async () => {
      host = await startHost();
    });
    afterAll(() => {
      host.close();
      const missing =
        count.missing.size === 0 ? '' : `; not there: ${[...count.missing].join(', ')}`;
      console.log(
        `documents: ${count.run} shell snippets run, ${count.later} left to test:docs, ` +
          `${count.skipped} not run, with a reason${missing}`,
      );
    });

    const taken = PAGES.map(page => ({ ...page, run: page.snippets.filter(isTaken) }));
    it.each(taken.filter(({ run }) => run.length > 0))('$path do what they say', async page => {
      const { byMark, code } = await runPage(host, page.run, page.snippets);
      for (const { line, language, text } of page.run) {
        const place = `${page.path}:${line}`;
        if (language === 'console') {
          for (const [at, { command, printed }] of exchangesOf(text).entries()) {
            expect(byMark.get(`${line} ${at}`), `${place}: ${command}`).toMatch(patternOf(printed));
          }
        } else {
          const said = `${place} ended; it printed:\n${byMark.get(`${line}`)}`;
          expect(byMark.has(`end ${line}`), said).toBe(true);
        }
      }
      expect(code).toBe('0');
    });

    it('are many', () => {
      expect(count.run).toBeGreaterThan(20);
    });
  },
);
