import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, inBrowser, SOON, startBrowser } from '../support/browser/browser.js';
import { temporaryFile, temporaryFolder } from '../support/files/temporary.js';
import { orrery, scenario } from '../support/process/orrery.js';

/** The report of a real run, in a browser. */

/** What the page has when its charts are there: all curves, and prices. */
const DRAWN = ['.curves canvas >> nth=4', '#prices canvas >> nth=2'];

const folder = join(temporaryFolder(), 'out');
const file = join(folder, 'report.html');

/** The page as a browser has it once all `signs` are there, and what the browser complained of. */
async function opened(browser: Browser, url: string, size: string, signs: readonly string[]) {
  const [width = 0, height = 0] = size.split(',').map(Number);
  const context = await browser.newContext({ viewport: { width, height } });
  try {
    const tab = await context.newPage();
    tab.setDefaultTimeout(SOON.timeout);
    const complaints: string[] = [];
    tab.on('console', message => complaints.push(message.text()));
    tab.on('pageerror', error => complaints.push(error.message));
    await tab.goto(url);
    for (const sign of signs) await tab.waitForSelector(sign, { state: 'attached' });
    return { dom: await tab.content(), complaints };
  } finally {
    await context.close();
  }
}

describe.skipIf(CHROMIUM === undefined)(inBrowser('the report'), () => {
  let browser: Browser;
  let page = '';
  beforeAll(async () => {
    expect(orrery(['run', scenario('sma-cross'), '--out', folder]).status).toBe(0);
    page = readFileSync(file, 'utf8');
    browser = await startBrowser();
  });
  afterAll(async () => browser?.close());

  it.each(['1280,900', '390,844'])('draws its charts at %s without a complaint', async size => {
    const url = pathToFileURL(file).href;
    const { dom, complaints } = await opened(browser, url, size, DRAWN);
    expect(complaints).toEqual([]);
    const curves = /class="curves"[\s\S]*?<section id="prices">/.exec(dom)?.[0] ?? '';
    expect(curves.match(/<canvas/g)?.length ?? 0).toBe(5);
    expect([...curves.matchAll(/<h3>([^<]*)/g)].map(([, title]) => title)).toEqual([
      'NAV and balance, USD',
      'Drawdown by the tick, %',
      'Results of single trades, USD',
      'Position, units',
      'Margin used, USD',
    ]);
    expect(curves).toContain('No rolling Sharpe ratio: it needs more than 21 daily returns');
    const candles = /<section id="prices">[\s\S]*?<section id="months">/.exec(dom)?.[0] ?? '';
    expect(candles.match(/<canvas/g)?.length ?? 0).toBeGreaterThan(2);
    expect(dom).toContain('<th scope="col" class="number"><button');
  });

  /** What such a script does last. */
  const DONE = ';document.documentElement.dataset.done = "";';
  /** Waits until what was asked for has been drawn, some frames later. */
  const SETTLED = `const frame = () => new Promise(done => requestAnimationFrame(done));
    const settled = async () => { for (let count = 0; count < 20; count++) await frame(); };`;
  /** Opens a copy that may run a script of the test's. */
  const openedWith = (script: string) => {
    const copy = page
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
      .replace('</body>', () => `<script type="module">${script}${DONE}</script></body>`);
    const url = pathToFileURL(temporaryFile('report.html', copy)).href;
    return opened(browser, url, '1280,900', ['html[data-done]']);
  };
  /** What a script has written down. */
  const told = (dom: string) => /<html[^>]*data-told="([^"]*)"/.exec(dom)?.[1];

  it('shows equity on a logarithmic scale, and back', async () => {
    const { dom, complaints } = await openedWith(`
      ${SETTLED}
      const drawn = () => document.querySelector('.curves canvas').toDataURL();
      const button = () => document.querySelector('.switch');
      const found = [];
      await settled();
      const before = drawn();
      for (let press = 0; press < 2; press++) {
        button().click();
        await settled();
        found.push(button().getAttribute('aria-pressed'), drawn() === before);
      }
      document.documentElement.dataset.told = found.join();
    `);
    expect(complaints).toEqual([]);
    expect(told(dom)).toBe('true,false,false,true');
  });

  it('moves and zooms all curves by the keys, and shows everything again', async () => {
    const { dom, complaints } = await openedWith(`
      ${SETTLED}
      const canvases = [...document.querySelectorAll('.curves canvas')];
      const drawn = () => canvases.map(canvas => canvas.toDataURL());
      await settled();
      const before = drawn();
      const press = async key => {
        const [over] = document.querySelectorAll('.curves .u-over');
        over.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        await settled();
        return drawn().map((image, index) => image === before[index]).join(' ');
      };
      document.documentElement.dataset.told = [await press('+'), await press('0')].join();
    `);
    expect(complaints).toEqual([]);
    expect(told(dom)).toBe(
      `${Array(5).fill('false').join(' ')},${Array(5).fill('true').join(' ')}`,
    );
  });

  it('leads from the dot of a trade to its row', async () => {
    const { dom } = await openedWith(`
      ${SETTLED}
      await settled();
      const plot = [...document.querySelectorAll('.curves > div')]
        .find(each => each.textContent.startsWith('Results')).querySelector('.u-over');
      const { left, top, width, height } = plot.getBoundingClientRect();
      for (let x = 0; x < width && location.hash === ''; x += 8) {
        for (let y = 0; y < height && location.hash === ''; y += 8) {
          const place = { clientX: left + x, clientY: top + y, bubbles: true, detail: 1 };
          for (const kind of ['mousemove', 'mousedown', 'mouseup', 'click']) {
            plot.dispatchEvent(new MouseEvent(kind, place));
          }
        }
      }
      document.documentElement.dataset.told = location.hash;
    `);
    const anchor = told(dom)?.slice(1) ?? '';
    expect(anchor).toMatch(/^trade-/);
    expect(page).toContain(`<tr id="${anchor}">`);
  });

  it('sorts trades by a column, one way and then the other', async () => {
    const results = async (clicks: number) => {
      const { dom } = await openedWith(`
        const [button] = [...document.querySelectorAll('.trades th button')]
          .filter(({ textContent }) => textContent === 'Result');
        for (let click = 0; click < ${clicks}; click++) button.click();
      `);
      const trades = /<section id="trades">[\s\S]*?<section id="ledger">/.exec(dom)?.[0] ?? '';
      const cells = trades.matchAll(/class="number(?: gain| loss)?" data-sort="(-?\d+\.\d{4})"/g);
      return [...cells].map(([, result]) => Number(result));
    };
    const rising = await results(1);
    expect(rising.length).toBeGreaterThan(300);
    expect(rising).toEqual([...rising].sort((one, other) => one - other));
    expect(await results(2)).toEqual([...rising].sort((one, other) => other - one));
  });

  it('filters trades, adds up what is left, and saves just that as CSV', async () => {
    const { dom, complaints } = await openedWith(`
      const table = document.querySelector('.trades');
      const tools = table.closest('.scroll').previousElementSibling;
      const choose = (text, value) => {
        const select = [...tools.querySelectorAll('select')]
          .find(({ options }) => options[0].text.startsWith(text));
        select.value = value;
        select.dispatchEvent(new Event('change'));
      };
      choose('Side', 'long');
      choose('Result', 'gains');
      let saved;
      URL.createObjectURL = blob => { saved = blob.text(); return 'blob:none'; };
      HTMLAnchorElement.prototype.click = () => {};
      tools.querySelector('.save').click();
      const lines = (await saved).trim().split('\\r\\n');
      const left = [...table.tBodies[0].rows].filter(row => !row.hidden);
      document.documentElement.dataset.told = [
        left.every(row => row.textContent.includes('long')), left.length,
        lines.length, lines[0].split(',')[0], tools.querySelector('output').textContent,
      ].join();
    `);
    expect(complaints).toEqual([]);
    const [isLong, left, lines, head, said = ''] = told(dom)?.split(',') ?? [];
    expect([isLong, Number(lines), head]).toEqual(['true', Number(left) + 1, 'Trade']);
    expect(Number(left)).toBeGreaterThan(10);
    expect(said).toBe(`${left} of 302`);
  });

  it('runs no script but its own', async () => {
    const copy = page.replace('</body>', '<script>document.title = "changed"</script></body>');
    const { dom, complaints } = await opened(
      browser,
      pathToFileURL(temporaryFile('report.html', copy)).href,
      '1280,900',
      DRAWN,
    );
    expect(dom).toContain('<title>sma-cross – Orrery</title>');
    expect(complaints.join()).toContain('Content Security Policy');
  });
});
