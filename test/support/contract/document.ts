/** The OpenAPI document that the application serves, as far as tests look into it. */

import { testApi } from '../api/api.js';
import { sandboxScenario } from '../api/sandbox-scenario.js';

/** The methods of a path; it may have other things beside them. */
export const METHOD_NAMES: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** A JSON schema, of whatever kind. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly default?: unknown;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: DocumentSchema;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly DocumentSchema[];
  readonly oneOf?: readonly DocumentSchema[];
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> };
}

export interface DocumentParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: DocumentSchema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: DocumentSchema }>>;
}

export interface DocumentOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<
    Record<string, Content & { readonly description: string; readonly headers?: object }>
  >;
}

export interface ServedDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, DocumentSchema>> };
}

let asked: Promise<ServedDocument> | undefined;

/** The document, as a client gets it; asked for once, because to make it takes a second. */
export function documentOf(): Promise<ServedDocument> {
  asked ??= askForDocument();
  return asked;
}

async function askForDocument(): Promise<ServedDocument> {
  const { app } = await testApi(sandboxScenario());
  const { body } = await app.inject({ url: '/openapi.json' });
  await app.close();
  return JSON.parse(body) as ServedDocument;
}
