/** How the search of the site ranks what it finds: headings before text. */
export const SEARCH_OPTIONS = {
  fuzzy: 0.1,
  prefix: true,
  boost: { title: 6, titles: 3, text: 1 },
};
