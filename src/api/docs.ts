/**
 * `/openapi.json` and `/docs`, made from the very schemas that check requests.
 */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../version.js';

const DESCRIPTION = `A simulated foreign-exchange broker whose time you turn. Compatible with the OANDA v20 REST and
streaming API, not affiliated with OANDA.`;

/** The pages show one document and need no bar to choose it by. */
const STYLE = '.swagger-ui .topbar { display: none; }';

/** Adds the document and its pages; routes added later are in it. */
export async function addDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: { title: 'Orrery', description: DESCRIPTION, version: VERSION },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => nameOf(json, index) },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Orrery', css: [{ filename: 'orrery.css', content: STYLE }] },
    uiConfig: { persistAuthorization: true },
  });
  app.get('/', { schema: { hide: true } as object }, (_request, reply) => reply.redirect('/docs'));
  app.get('/openapi.json', { schema: { hide: true } as object }, () => app.swagger());
}

function nameOf(json: { readonly $id?: unknown }, index: number): string {
  return typeof json.$id === 'string' ? json.$id : `Schema${index}`;
}
