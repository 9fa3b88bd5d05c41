/* Starts the pages of the API, from the document that the server serves. They ask no other host. */
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#pages',
  deepLinking: true,
  persistAuthorization: true,
  validatorUrl: null,
});
