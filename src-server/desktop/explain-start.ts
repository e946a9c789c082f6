import { findPortOwner, type PortOwner } from '../connect/port-owner.ts';
import type { ServeRequest } from '../contract/messages.ts';
import { StartError } from '../service/layers.ts';
import type { FatalReport } from './parent-port-service.ts';

/** With the process on the port, if the system reveals it. */
export async function explainStart(cause: unknown, request: ServeRequest): Promise<FatalReport> {
  if (!(cause instanceof StartError))
    return { reason: 'unexpected', message: cause instanceof Error ? cause.message : String(cause) };
  const { failure, message } = cause;
  if (failure.reason !== 'port-taken' && failure.reason !== 'port-denied')
    return { reason: failure.reason, message };
  const { reason, owner, sameRegistry, nextFreePort } = failure;
  const isStranger = reason === 'port-taken' && owner === undefined;
  const stranger = isStranger ? describe(await findPortOwner(request.port)) : undefined;
  return {
    reason,
    message: stranger === undefined ? message : `Port ${request.port} is taken by ${stranger}.`,
    ...(owner !== undefined && { owner }),
    ...(sameRegistry !== undefined && { sameRegistry }),
    ...(nextFreePort !== undefined && { nextFreePort }),
  };
}

/** `node, process 48213` */
function describe(owner: PortOwner | undefined): string | undefined {
  if (owner === undefined) return undefined;
  return owner.name === undefined ? `process ${owner.pid}` : `${owner.name}, process ${owner.pid}`;
}
