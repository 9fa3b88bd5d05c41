import { describe, expect, it } from 'vitest';
import { linkedText, sitePath } from '../../../../src/tools/site/links.js';
import { sidebarsOf } from '../../../../src/tools/site/sidebar.js';

const FILES = new Set([
  'docs/guides/risk.md',
  'docs/reference/semantics.md',
  'docs/pictures/page.png',
  'scenarios/README.md',
  'scenarios/grid.yaml',
]);
const linked = (text: string, path = 'docs/guides/x.md') =>
  linkedText(path, text, file => FILES.has(file));

describe('links of the site', () => {
  it.each([
    ['[a](risk.md#rules)', '[a](./risk.md#rules)'],
    ['[a](../reference/semantics.md)', '[a](../reference/semantics.md)'],
    ['[a](../../scenarios/README.md#market)', '[a](../project/scenarios/readme.md#market)'],
    ['[a](../../scenarios/grid.yaml)', '[a](/files/scenarios/grid.yaml.txt)'],
    ['![a](../pictures/page.png)', '![a](../pictures/page.png)'],
    ['[a folder](../../scenarios)', 'a folder'],
    ['[a](#here) [b](https://example.org/x.md)', '[a](#here) [b](https://example.org/x.md)'],
    ['`[a](risk.md)`', '`[a](risk.md)`'],
  ])('%s becomes %s', (text, made) => {
    expect(linked(text).text).toBe(made);
  });

  it('lead from documents outside of docs to pages', () => {
    const { text } = linked('[a](../docs/guides/risk.md)', 'scenarios/README.md');
    expect(text).toBe('[a](../../guides/risk.md)');
    expect(sitePath('scenarios/README.md')).toBe('project/scenarios/readme.md');
  });

  it('name what the site must have beside its pages', () => {
    const text = '[a](../../scenarios/grid.yaml) [b](risk.md) [c](../../scenarios/README.md)';
    expect(linked(text).others).toEqual(['scenarios/grid.yaml', 'scenarios/README.md']);
  });
});

describe('the sidebars', () => {
  it('has the pages of each folder in their order, and of decisions only the list', () => {
    const pages = new Map([
      ['guides/b.md', { title: 'Second', order: 20 }],
      ['guides/a.md', { title: 'First', order: 10 }],
      ['design/desk.md', { title: 'Desk', order: 1 }],
      ['decisions/0001.md', { title: 'One', order: 2 }],
      ['index.md', { title: 'Home', order: 1 }],
    ]);
    const { '/': sidebar, '/decisions/': ofDecisions } = sidebarsOf(pages);
    expect(sidebar).toEqual([
      {
        text: 'Guides',
        items: [
          { text: 'First', link: '/guides/a' },
          { text: 'Second', link: '/guides/b' },
        ],
      },
      { text: 'Design', collapsed: true, items: [{ text: 'Desk', link: '/design/desk' }] },
      { text: 'Decisions', link: '/decisions/' },
    ]);
    expect(ofDecisions?.at(-1)).toEqual({ text: 'Decisions', link: '/decisions/' });
  });
});
