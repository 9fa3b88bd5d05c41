/**
 * `/openapi.json` and `/docs`, made from the schemas that check requests. The schemas of OpenAPI 3.1
 * are JSON Schema 2020-12, so the document has them unchanged.
 */

import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { BODY_EXAMPLES, OPTIONAL_BODY } from '../read/body.js';
import { PAGE_POLICY } from './answer-headers.js';

/** What the document says of the server. */
export interface DocumentInfo {
  readonly title: string;
  /** Plain text for people. */
  readonly description: string;
  /** Semantic version. */
  readonly version: string;
}

/** The pages show one document, so the bar for choosing one is hidden. */
const STYLE = '.swagger-ui .topbar { display: none; }';

/** Adds the document and its pages; routes added later are in it. */
export async function addDocs(app: FastifyInstance, info: DocumentInfo): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...info },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transformObject: finish,
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => nameOf(json, index) },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: info.title, css: [{ filename: 'orrery.css', content: STYLE }] },
    uiConfig: { persistAuthorization: true },
    staticCSP: PAGE_POLICY,
  });
  app.get('/openapi.json', { schema: { hide: true } as object }, () => app.swagger());
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

/** What an operation of the document looks like to `finish`. */
interface Described {
  readonly parameters?: { schema?: Record<string, unknown> }[];
  readonly requestBody?: {
    required?: boolean;
    readonly content: Readonly<
      Record<string, { schema: Record<string, unknown>; examples?: unknown }>
    >;
  };
}

/**
 * Moves what the plugin leaves in schemas to its place: how lists are written belongs to the
 * parameter, whether a body may be absent and what it may be to the request, and that a field may be
 * null to its type.
 */
const finish: Transform = document => {
  const { paths = {} } = (document as { openapiObject: { paths?: Record<string, object> } })
    .openapiObject;
  for (const path of Object.values(paths)) {
    for (const { parameters = [], requestBody } of Object.values(path) as Described[]) {
      for (const parameter of parameters) {
        const { style, explode, ...schema } = parameter.schema ?? {};
        if (style !== undefined) Object.assign(parameter, { style, explode });
        parameter.schema = published(schema) as Record<string, unknown>;
      }
      for (const media of Object.values(requestBody?.content ?? {})) {
        if (requestBody !== undefined) requestBody.required = media.schema[OPTIONAL_BODY] !== true;
        const examples = media.schema[BODY_EXAMPLES];
        if (examples !== undefined) media.examples = examples;
        media.schema = published(media.schema) as Record<string, unknown>;
      }
    }
  }
  return (document as { openapiObject: object }).openapiObject;
};

/** A copy of a schema without keywords of our own, in which null is a type. */
function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Readonly<Record<string, unknown>>;
  const copy = Object.fromEntries(
    Object.entries(rest)
      .filter(([keyword]) => !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, published(value)]),
  );
  return nullable === true ? { ...copy, type: [copy['type'], 'null'] } : copy;
}

function nameOf(json: { readonly $id?: unknown }, index: number): string {
  return typeof json.$id === 'string' ? json.$id : `Schema${index}`;
}
