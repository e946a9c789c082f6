import type { Request, Response } from 'express';
import type { ActivityListener } from '../contract/api/activity.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { Told } from './route.ts';

const MAX_TARGET_LENGTH = 200;
const ignore = () => {};

/**
 * Reports when the answer is done.
 *
 * @param route method and pattern
 * @returns adds details from the handler
 */
export function recordActivity(
  route: string,
  request: Request,
  response: Response,
  logger: Logger,
  onActivity: ActivityListener | undefined,
): (told: Told) => void {
  if (onActivity === undefined && !logger.isDebug) return ignore;
  const startedAt = performance.now();
  const at = new Date().toISOString();
  let told: Told = {};
  response.once('close', () => {
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
    const target = (told.target ?? request.path).slice(0, MAX_TARGET_LENGTH);
    const { statusCode: status } = response;
    logger.debug(`${request.method} ${target} ${status} ${durationMs} ms`);
    const client = clientName(request.headers['user-agent']);
    onActivity?.({ at, client, door: 'http', route, ...told, target, status, durationMs });
  });
  return (more) => {
    told = { ...told, ...more };
  };
}

/** `curl/8.11` or another first product. */
export function clientName(userAgent: string | undefined): string {
  return userAgent?.trim().split(/\s+/)[0]?.slice(0, 60) || 'unknown';
}
