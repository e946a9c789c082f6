import type { Request, Response } from 'express';
import type { ActivityListener } from '../contract/api.ts';
import { CLIENT_HEADER, type Logger } from '../contract/service.ts';
import type { RecordActivity } from './route.ts';

const MAX_TARGET_LENGTH = 200;
const MAX_CLIENT_LENGTH = 60;
const ignore = () => {};

/** @param route method and pattern */
export function recordActivity(
  route: string,
  request: Request,
  response: Response,
  logger: Logger,
  onActivity: ActivityListener | undefined,
): RecordActivity {
  if (onActivity === undefined && !logger.isDebug) return ignore;
  const startedAt = performance.now();
  const at = new Date().toISOString();
  let activity: Parameters<RecordActivity>[0] = {};
  response.once('close', () => {
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
    const target = (activity.target ?? request.path).slice(0, MAX_TARGET_LENGTH);
    const { statusCode: status } = response;
    logger.debug(`${request.method} ${target} ${status} ${durationMs} ms`);
    const asking = mcpClient(request.headers[CLIENT_HEADER]);
    const client = asking ?? userAgentProduct(request.headers['user-agent']);
    const protocol = asking === undefined ? 'http' : 'mcp';
    onActivity?.({ at, client, protocol, route, ...activity, target, status, durationMs });
  });
  return (more) => {
    activity = { ...activity, ...more };
  };
}

function mcpClient(header: string | readonly string[] | undefined): string | undefined {
  const name = typeof header === 'string' ? Buffer.from(header, 'base64url').toString() : '';
  return (
    name
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, MAX_CLIENT_LENGTH) || undefined
  );
}

/** First product: `curl/8.11`. */
export function userAgentProduct(userAgent: string | undefined): string {
  return userAgent?.trim().split(/\s+/)[0]?.slice(0, MAX_CLIENT_LENGTH) || 'unknown';
}
