/**
 * Absolute URLs for `Location`, `Link` and page lists: under the address that the client used.
 */

import type { FastifyRequest } from 'fastify';
import { originOf } from '../doors/forwarded.js';

/** Makes the maker of URLs. @param baseUrl - what clients know the server by, if not by its host. */
export function urlMaker(baseUrl?: string): (request: FastifyRequest, path: string) => string {
  if (baseUrl !== undefined) {
    const base = baseUrl.replace(/\/+$/, '');
    return (_request, path) => `${base}${path}`;
  }
  return (request, path) => `${originOf(request)}${path}`;
}
