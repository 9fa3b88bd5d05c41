/* Starts the pages of the API, from the document that the server serves. They ask no other host. */

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followTheme();
dark.addEventListener('change', followTheme);

/**
 * What who cannot see the page misses in Swagger UI: the head of an operation is a button, in which a
 * link is none; the description lies in no landmark; no heading is between the title and the tags.
 */
const forEverybody = ({ React: { createElement } }) => ({
  components: { DeepLink: ({ text }) => createElement('span', null, text) },
  wrapComponents: {
    InfoContainer: Original => props =>
      createElement('div', { role: 'banner' }, createElement(Original, props)),
    operations: Original => props =>
      createElement(
        'div',
        null,
        createElement('h2', { className: 'unseen' }, 'Operations'),
        createElement(Original, props),
      ),
  },
});

window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#pages',
  deepLinking: true,
  persistAuthorization: true,
  validatorUrl: null,
  plugins: [forEverybody],
});
