/**
 * The page as routes: its files, logging in and logging out. They need no token, and contain none:
 * before a login the page shows where the code is typed. Source: decision 0044; invariant A13.
 */

import { Type } from '@sinclair/typebox';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { present } from '../../../core/base/present.js';
import type { Guests } from '../guests/guests.js';
import { describeAnswers, errorAnswer } from '../http/answer/describe-answers.js';
import type { AnswerForm } from '../http/answer-form.js';
import { compileBody } from '../http/read/body.js';
import { ref } from '../http/read/define.js';
import { notFound } from '../http/request-errors.js';
import { LoginRequest, LoginState } from './login-schemas.js';
import type { Logins } from './logins.js';
import { cookieName, type PageDoor } from './page-door.js';
import type { PageFile, PageFiles } from './page-files.js';

/** What the page may load, and where it may be shown. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** Names of assets have a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable';

/** What the page needs of the server around it. */
export interface PageParts {
  readonly logins: Logins;
  /** The guests of the server, whose keys log in, too. */
  readonly guests: Guests;
  readonly door: PageDoor;
  readonly files: PageFiles;
  /** Knows the definitions of bodies. */
  readonly ajv: Ajv;
  /** How errors are described. */
  readonly form: AnswerForm;
}

/** Adds the routes of the page. */
export function addPageRoutes(app: FastifyInstance, parts: PageParts): void {
  addFiles(app, parts.files);
  addLogin(app, parts);
  addLoginState(app, parts);
  addLogout(app, parts);
}

function addFiles(app: FastifyInstance, files: PageFiles): void {
  app.get('/', (_request, reply) => send(reply.header('Cache-Control', 'no-store'), files.index));
  app.get('/assets/:name', (request, reply) => {
    const file = files.asset((request.params as { readonly name: string }).name);
    if (file === undefined) throw notFound();
    return send(reply.header('Cache-Control', FOREVER), file);
  });
}

function send(reply: FastifyReply, { type, bytes }: PageFile): FastifyReply {
  return reply
    .header('Content-Security-Policy', POLICY)
    .header('Referrer-Policy', 'no-referrer')
    .header('Cross-Origin-Opener-Policy', 'same-origin')
    .header('Cross-Origin-Resource-Policy', 'same-origin')
    .type(type)
    .send(bytes);
}

function addLogin(app: FastifyInstance, { logins, guests, door, ajv, form }: PageParts): void {
  const check = compileBody(ajv, LoginRequest);
  const describe = () => ({
    summary: "Log a browser in by a one-time code or a guest's key: the answer sets its cookie",
    tags: ['page'],
    security: [],
    body: LoginRequest,
    response: described('Logged in', form, {
      401: errorAnswer(form.errorSchema, 'The code is wrong, used or too old'),
      429: errorAnswer(form.errorSchema, 'Ten codes of this address were wrong in a minute'),
    }),
  });
  app.post('/login', {
    config: { describe },
    handler: (request, reply) => {
      door.check(request);
      check(request.body);
      const { code } = request.body as LoginRequest;
      const guest = guests.withKey(code.trim());
      if (guest === undefined) logins.codes.use(code, request.ip);
      const { value, maxAge } = logins.sessions.begin(guest);
      return answered(reply, cookieOf(request, value, maxAge));
    },
  });
}

/** The page asks before it shows anything: an answer of 401 would be an error in the browser's log. */
function addLoginState(app: FastifyInstance, { door, form }: PageParts): void {
  const summary = 'Whether the cookie is that of a session';
  const responses = { 200: ref(LoginState), 503: busyAnswer(form) };
  const describe = () => ({
    summary,
    tags: ['page'],
    security: [],
    response: describeAnswers({ method: 'GET', summary, responses }, form),
  });
  app.get('/login', {
    config: { describe },
    handler: (request, reply) => {
      door.check(request);
      const session = door.sessionOf(request);
      const state = { loggedIn: session !== undefined, ...present({ guest: session?.guest }) };
      return reply.header('Cache-Control', 'no-store').send(state);
    },
  });
}

function addLogout(app: FastifyInstance, { logins, door, form }: PageParts): void {
  const describe = () => ({
    summary: 'End the session of the cookie, and its connections to the feed',
    tags: ['page'],
    security: [],
    response: described('Logged out, or no session was there', form),
  });
  app.post('/logout', {
    config: { describe },
    handler: (request, reply) => {
      door.check(request);
      const session = door.sessionOf(request);
      if (session !== undefined) logins.sessions.end(session);
      return answered(reply, cookieOf(request, '', 0));
    },
  });
}

/** The answers of a route without a body, for the document. */
function described(
  summary: string,
  form: AnswerForm,
  own: Readonly<Record<number, ReturnType<typeof errorAnswer>>> = {},
) {
  const done = Type.Null({ description: summary });
  const responses = { 204: done, 503: busyAnswer(form), ...own };
  return describeAnswers({ method: 'POST', summary, responses }, form);
}

/** No command to the market is in it, so it is answered after the window too. */
function busyAnswer({ errorSchema }: AnswerForm) {
  return errorAnswer(errorSchema, 'The server is busy or is shutting down');
}

/** The Set-Cookie of a session. @param maxAge - seconds; 0 takes the cookie away. */
function cookieOf(request: FastifyRequest, value: string, maxAge: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const name = cookieName(request);
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

function answered(reply: FastifyReply, cookie: string): FastifyReply {
  return reply.code(204).header('Set-Cookie', cookie).header('Cache-Control', 'no-store').send();
}
