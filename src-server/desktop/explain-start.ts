import type { ServeRequest } from '../contract/messages.ts';
import { StartError } from '../service/start-error.ts';
import { portOwner } from './describe-port-owner.ts';
import type { FatalReport } from './parent-port-service.ts';

/** What the desktop app is told about a start that failed; a stranger on the port is named where the system tells. */
export async function explainStart(cause: unknown, request: ServeRequest): Promise<FatalReport> {
  if (!(cause instanceof StartError))
    return { reason: 'unexpected', message: cause instanceof Error ? cause.message : String(cause) };
  const { failure, message } = cause;
  if (failure.reason !== 'port-taken' && failure.reason !== 'port-denied')
    return { reason: failure.reason, message };
  const { reason, owner, sameRegistry, nextFreePort } = failure;
  const stranger = reason === 'port-taken' && owner === undefined ? await portOwner(request.port) : undefined;
  return {
    reason,
    message: stranger === undefined ? message : `Port ${request.port} is taken by ${stranger}.`,
    ...(owner !== undefined && { owner }),
    ...(sameRegistry !== undefined && { sameRegistry }),
    ...(stranger !== undefined && { portOwner: stranger }),
    ...(nextFreePort !== undefined && { nextFreePort }),
  };
}
