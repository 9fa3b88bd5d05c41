/** What doors and logs ask of a request that the guard has let in. */

import type { FastifyRequest } from 'fastify';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether a method only reads. */
export function isRead(method: string): boolean {
  return READS.has(method);
}

/** The id of the simulation of a request's token, else of the one in its path; empty for neither. */
export function simulationOf({ tenant, params }: FastifyRequest): string {
  const { simulationID = '' } = (params ?? {}) as { readonly simulationID?: string };
  return tenant || simulationID;
}
