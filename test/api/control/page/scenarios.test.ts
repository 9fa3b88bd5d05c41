import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ScenarioShelf } from '../../../../src/broker/runtime/scenario-shelf.js';
import { testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

async function names(shelf?: ScenarioShelf): Promise<unknown> {
  const api = await testApi(sandboxScenario(), shelf === undefined ? {} : { shelf });
  return (await control(api, 'GET', '/scenarios')).body['scenarios'];
}

describe('the names of scenarios', () => {
  it('are those of the files of the folder, in order', async () => {
    const folder = temporaryFolder();
    for (const name of [
      'b.yaml',
      'a.yml',
      'c.json',
      'ticks.csv',
      'x.schema.json',
      '.hidden.yaml',
    ]) {
      writeFileSync(join(folder, name), '');
    }
    mkdirSync(join(folder, 'inside.yaml'));
    expect(await names(new ScenarioShelf(folder))).toEqual([
      { name: 'a.yml' },
      { name: 'b.yaml' },
      { name: 'c.json' },
    ]);
  });

  it('are none without a folder, or where it is not there', async () => {
    expect(await names()).toEqual([]);
    expect(await names(new ScenarioShelf(join(temporaryFolder(), 'gone')))).toEqual([]);
  });
});
