import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageOf, pagesIn, serveDocs } from '../../../../src/cli/commands/docs.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { printedBy } from '../../../support/process/in-process.js';

describe('orrery docs', () => {
  it('finds pages by their address, and nothing outside of the folder', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'guides'));
    for (const name of ['index.html', 'guides/risk.html', 'guides/index.html']) {
      writeFileSync(join(folder, name), name);
    }
    const pages = pagesIn(folder);
    expect([...pages].sort()).toEqual(['/guides/index.html', '/guides/risk.html', '/index.html']);
    expect(pageOf(pages, '/')).toBe('/index.html');
    expect(pageOf(pages, '/guides/risk?q=1')).toBe('/guides/risk.html');
    expect(pageOf(pages, '/guides/risk.html')).toBe('/guides/risk.html');
    expect(pageOf(pages, '/guides/')).toBe('/guides/index.html');
    for (const url of ['/gone', '/../package.json', '/%2e%2e/package.json', '/%E0%A4%A', '//']) {
      expect([url, pageOf(pages, url)]).toEqual([url, undefined]);
    }
  });

  it('has no page of a folder that is not there', () => {
    expect(pagesIn(join(temporaryFolder(), 'gone')).size).toBe(0);
  });

  it('goes on when a page is gone, because the documentation is built again', async () => {
    const folder = temporaryFolder();
    for (const name of ['index.html', 'risk.html']) writeFileSync(join(folder, name), name);
    const server = await serveDocs(folder, 0);
    const { port } = server.address() as AddressInfo;
    rmSync(join(folder, 'risk.html'));
    const asked = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [answer.status, await answer.text()];
    };
    expect(await asked('/risk')).toEqual([404, '']);
    expect(await asked('/')).toEqual([200, 'index.html']);
    await expect(serveDocs(folder, port)).rejects.toThrow(/--port: port \d+ is in use/);
    server.closeAllConnections();
    server.close();
  });

  it('refuses a port that there is not', async () => {
    await expect(printedBy('docs', '--port', '65536')).rejects.toThrow(
      '--port: must be a whole number from 0 to 65535, was 65536',
    );
  });
});
