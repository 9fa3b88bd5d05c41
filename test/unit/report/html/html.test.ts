import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, html, jsonMarkup } from '../../../../src/report/html/html.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '</script>',
    '<!--',
    ']]>',
    '"onload="',
    "'",
    '&lt;',
    '<img src=x onerror=alert(1)>',
  ),
);

describe('markup', () => {
  it('text inserted is text again when read, and holds no character that ends a text or an attribute', () => {
    fc.assert(
      fc.property(hostile, text => {
        const escaped = escapeText(text);
        expect(escaped).not.toMatch(/[<>"']/);
        expect(escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, each => ENTITIES[each] ?? '')).toBe(
          text,
        );
      }),
    );
  });

  it('only markup goes in as markup', () => {
    const row = html`<td title="${'"a"'}">${'<b>'}${1}${html`<i>${'&'}</i>`}${[html`<u></u>`]}</td>`;
    expect(row.markup).toBe('<td title="&quot;a&quot;">&lt;b&gt;1<i>&amp;</i><u></u></td>');
  });

  it('a JSON block gives its value back and never ends its element', () => {
    fc.assert(
      fc.property(fc.dictionary(hostile, hostile), value => {
        const { markup } = jsonMarkup(value);
        expect(markup).not.toContain('<');
        expect(JSON.parse(markup)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
