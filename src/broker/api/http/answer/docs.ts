/**
 * `/openapi.json` and `/docs`, made from the schemas that check requests. The schemas of OpenAPI 3.1
 * are JSON Schema 2020-12, so the document has them unchanged.
 */

import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify';
import { BODY_EXAMPLES, OPTIONAL_BODY } from '../read/body.js';
import { notFound } from '../request-errors.js';
import { PAGE_POLICY } from './answer-headers.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Makes what the document says of the route, in the form of the document's plugin; absent: the
     * document leaves the route out. It is called when the document is first asked for, because most
     * servers never are, and have some 250 routes.
     */
    readonly describe?: () => object;
  }
}

/** What the document says of the server. */
export interface DocumentInfo {
  readonly title: string;
  /** Plain text for people. */
  readonly description: string;
  /** Semantic version. */
  readonly version: string;
  /** The parts of the document, in the order in which pages show them. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

/** A file of the pages. */
interface DocsFile {
  /** Its Content-Type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** The files of the pages, as the build made them. */
export interface DocsFiles {
  readonly index: DocsFile;
  /** A file that the page loads, by its name; undefined when there is none. */
  asset(name: string): DocsFile | undefined;
}

/** The search of the pages works in a thread that their script makes of a text. */
const DOCS_POLICY = `${PAGE_POLICY}; worker-src blob:`;
/** The names of the files stay the same in another version of them. */
const AN_HOUR = 'public, max-age=3600';

/** Adds the document and its pages; routes added later are in it. */
export async function addDocs(
  app: FastifyInstance,
  { tags, ...info }: DocumentInfo,
  files: DocsFiles,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      tags: [...tags],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ url, route }) => ({ url, schema: describedBy(route.config) }),
    transformObject: finish,
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => nameOf(json, index) },
  });
  app.get('/openapi.json', () => app.swagger());
  app.get('/docs', (_request, reply) => send(reply, files.index));
  app.get('/docs/', (_request, reply) => send(reply, files.index));
  app.get('/docs/static/:name', (request, reply) => {
    const file = files.asset((request.params as { readonly name: string }).name);
    if (file === undefined) throw notFound();
    return send(reply, file);
  });
}

/** What the document says of a route; the plugin leaves out a route that is hidden. */
function describedBy(config: FastifyContextConfig | undefined): object {
  return config?.describe?.() ?? { hide: true };
}

function send(reply: FastifyReply, { type, bytes }: DocsFile): FastifyReply {
  return reply
    .header('Content-Security-Policy', DOCS_POLICY)
    .header('Cache-Control', AN_HOUR)
    .type(type)
    .send(bytes);
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

/** What an operation of the document looks like to `finish`. */
interface DocumentedOperation {
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
    for (const { parameters = [], requestBody } of Object.values(path) as DocumentedOperation[]) {
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
