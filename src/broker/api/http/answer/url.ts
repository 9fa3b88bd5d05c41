/**
 * Absolute URLs for `Location`, `Link` and page lists, under the address that the client used.
 */

import type { FastifyRequest } from 'fastify';
import { originOf } from '../doors/forwarded.js';

/**
 * Gives the function that makes absolute URLs from paths.
 * @param baseUrl - the start of every URL; absent: the scheme and host of the request.
 */
export function urlMaker(baseUrl?: string): (request: FastifyRequest, path: string) => string {
  if (baseUrl !== undefined) {
    const base = baseUrl.replace(/\/+$/, '');
    return (_request, path) => `${base}${path}`;
  }
  return (request, path) => `${originOf(request)}${path}`;
}
