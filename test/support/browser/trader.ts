/** What a person does at the dashboard: by mouse and keys, through what the page says of itself. */

import type { Page } from 'playwright-core';

/** Resolves when the page has been drawn several times. */
const FRAMES = `new Promise(resolve => {
  let left = 6;
  const frame = () => (left-- > 0 ? requestAnimationFrame(frame) : resolve());
  frame();
})`;

/** The starts of the labels of the size, and the buttons that choose its unit. */
const SIZE_UNITS: Readonly<Record<string, RegExp>> = {
  Units: /^Size by units$/,
  Lots: /^Size by lots$/,
  'Risk in %': /^Size by risk in %$/,
  'Risk in USD': /^Size by risk in USD$/,
};

/** The hands of a person at one page. */
export class Trader {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits until the page has been drawn several times. */
  async drawn(): Promise<void> {
    await this.page.evaluate(FRAMES);
  }

  /** Presses a hotkey, away from any field. */
  async press(key: string): Promise<void> {
    await this.page.evaluate('document.activeElement?.blur()');
    await this.page.keyboard.press(key);
  }

  /** Waits until simulated time stands at `time`, as the bar shows it: `2024-03-04 08:00:00`. */
  async isAt(time: string): Promise<void> {
    await this.page.locator('.now time', { hasText: time }).waitFor();
  }

  /** Goes to a time by the dialog of the key G. */
  async goTo(time: string): Promise<void> {
    await this.press('g');
    await this.page.getByLabel('Time, UTC').fill(time);
    await this.page.keyboard.press('Tab');
    await this.page.getByRole('button', { name: /^(Go|Rewind)$/ }).click();
    await this.isAt(time);
  }

  /**
   * Fills the ticket: labels of its fields and what is typed or chosen; a field under "more" by `Group > Field`,
   * the unit of a size, stop or profit in its label: `Stop in pips`, `Lots of 100 000`.
   */
  async fill(type: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const ticket = this.page.locator('#ticket');
    await ticket.getByLabel('Type', { exact: true }).selectOption({ label: type });
    for (const [path, text] of Object.entries(fields)) {
      const [group, label] = path.includes(' > ') ? path.split(' > ') : [undefined, path];
      const place = group === undefined ? ticket : await this.openMore(group);
      await this.#chooseUnit(path);
      const field = place.getByLabel(label ?? '', { exact: true }).first();
      const isChoice = (await field.evaluate(element => element.tagName)) === 'SELECT';
      if (isChoice) await field.selectOption(text);
      else await field.fill(text);
    }
  }

  /** Chooses the unit that the label of a term names. */
  async #chooseUnit(label: string): Promise<void> {
    const ticket = this.page.locator('#ticket');
    const size = Object.entries(SIZE_UNITS).find(([start]) => label.startsWith(start));
    if (size !== undefined) await ticket.getByRole('button', { name: size[1] }).click();
    const [, level] = /^(Stop|Profit) (?:in|at) /.exec(label) ?? [];
    if (level === undefined) return;
    await ticket.getByLabel(`Unit of the ${level.toLowerCase()}`).selectOption({ label });
  }

  /** Opens "more". @returns a group of it, or all of it. */
  async openMore(group?: string) {
    const more = this.page.locator('.ticket-more > details');
    if ((await more.getAttribute('open')) === null) await more.locator('summary').click();
    return group === undefined || group === 'More'
      ? more
      : more.getByRole('group', { name: group });
  }

  /** Sends the ticket and waits for what the page says of it. */
  async send(said: RegExp): Promise<void> {
    await this.page.locator('#ticket button[type=submit]').click();
    await this.says(said);
  }

  /** Waits for a message, and presses a button of it; by default that which closes it. */
  async says(text: RegExp, button = 'Close'): Promise<void> {
    const toast = this.page.locator('.toast', { hasText: text });
    await toast.first().waitFor();
    await toast.first().getByRole('button', { name: button }).click();
  }

  /** Drags the first line of the chart that a selector finds, by some pixels down. */
  async drag(line: string, pixels: number): Promise<void> {
    const handle = this.page.locator(`${line} .handle >> visible=true`).first();
    const place = async () => {
      // A line that has just come makes the chart fit its scale, which moves all lines.
      await this.drawn();
      const box = await handle.boundingBox();
      return box === null ? undefined : { x: box.x + 12, y: box.y + box.height / 2 };
    };
    let [from, again] = [await place(), await place()];
    while (from?.y !== again?.y) [from, again] = [again, await place()];
    if (from === undefined) throw new Error(`there is no line ${line}`);
    const { x, y } = from;
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x, y + pixels, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Presses the button that a dragged line asks with. @returns the price that it names. */
  async confirmLine(name: RegExp): Promise<string | undefined> {
    const button = this.page.locator('.order-line').getByRole('button', { name });
    const label = await button.getAttribute('aria-label');
    await button.click();
    return /([\d.]+)$/.exec(label ?? '')?.[1];
  }

  /** The id of the trade that was opened last, as the table of trades shows it. */
  async lastTrade(): Promise<string> {
    await this.open('Positions');
    await this.open('Trades');
    const cell = this.page.locator('.ledger-table tbody td').first();
    await cell.filter({ hasText: /^\d+$/ }).waitFor();
    return (await cell.textContent()) ?? '';
  }

  /** Opens a tab of the drawer. */
  async open(tab: string): Promise<void> {
    await this.page.getByRole('tab', { name: tab, exact: true }).click();
  }
}
