/** A browser that has logged in to the page of a test's application. */

import type { TestAnswer, TestApi } from './api.js';
import { control } from './control.js';

/** The page's requests: no token, but the cookie that logging in has set. */
export interface TestPage {
  /** The Cookie header. */
  readonly cookie: string;
  /** Injects a request as the page sends it; `{a}` in the path stands for the first account. */
  request(method: string, path: string, body?: unknown, headers?: object): Promise<TestAnswer>;
}

/** Makes a code and logs in with it. */
export async function loggedIn(api: TestApi): Promise<TestPage> {
  const { code } = (await control(api, 'POST', '/login-codes')).body;
  const login = await api.bare('POST', '/login', { code });
  const cookie = cookieIn(login);
  return {
    cookie,
    request: (method, path, body, headers = {}) => {
      const named = method === 'GET' ? {} : { 'orrery-simulation': 'main' };
      return api.bare(method, path, body, { cookie, ...named, ...headers });
    },
  };
}

/** The name and value of the cookie that an answer sets. @throws Error when it sets none. */
export function cookieIn({ status, headers, text }: TestAnswer): string {
  const [cookie] = String(headers['set-cookie'] ?? '').split(';');
  if (cookie === undefined || cookie === '') throw new Error(`${status} ${text}`);
  return cookie;
}
