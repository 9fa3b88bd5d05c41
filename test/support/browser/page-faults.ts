/** What is wrong with a page as it is shown: for those who cannot see it, and for small screens. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong, each with its element.
 * @param parts - selectors of what is looked at; the whole page without any
 */
export async function axeFaults(
  page: Page,
  parts: readonly string[] = ['html'],
): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async include => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(context: {
          include: readonly string[];
        }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ include });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, parts);
}

/** The page and the tables that are wider than they have room for, with the pixels that are too many. */
export function overflows(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[document.documentElement, ...document.querySelectorAll('.table-box')]
    .filter(element => element.scrollWidth > element.clientWidth)
    .map(element => element.className + ': ' + (element.scrollWidth - element.clientWidth))`);
}
