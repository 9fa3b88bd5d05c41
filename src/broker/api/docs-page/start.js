/* Starts the pages of the API, from the document that the server serves. They ask no other host. */

import { sample } from 'openapi-sampler';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { RedocStandalone } from 'redoc';
import { withExamples, withSamples } from './samples.js';
import { themeOf } from './theme.js';

const pages = document.getElementById('pages');
const root = createRoot(pages);
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const published = await (await fetch('/openapi.json')).json();
const known = withExamples(published);
const spec = withSamples(published, {
  origin: location.origin,
  exampleOf: schema => sample(schema, { skipNonRequired: true }, known),
});

const show = () =>
  root.render(
    createElement(RedocStandalone, {
      key: String(dark.matches),
      spec,
      options: {
        hideDownloadButtons: true,
        hideSchemaPattern: true,
        hideSchemaTitles: true,
        jsonSamplesExpandLevel: 3,
        nativeScrollbars: true,
        requiredPropsFirst: true,
        theme: themeOf(dark.matches),
      },
    }),
  );
show();
dark.addEventListener('change', show);

/** Redoc puts headings of the fifth level below those of the second; a screen reader looks for the levels between. */
new MutationObserver(() => {
  for (const heading of pages.querySelectorAll('h5:not([aria-level])'))
    heading.setAttribute('aria-level', '3');
}).observe(pages, { childList: true, subtree: true });
