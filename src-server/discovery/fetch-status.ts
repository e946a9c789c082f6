import { get } from 'node:http';
import type { Status } from '../contract/api.ts';

const TIMEOUT_MS = 2_000;
const MAX_STATUS_BYTES = 64 * 1024;

/**
 * Asks a service for its status; undefined where nobody answers, or something else than this service does. Goes
 * straight to the address, whatever proxy the environment names.
 */
export function fetchStatus(baseUrl: string): Promise<Status | undefined> {
  return new Promise((resolve) => {
    const request = get(`${baseUrl}/v1/status`, { timeout: TIMEOUT_MS, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_STATUS_BYTES) request.destroy();
      });
      response.on('error', () => resolve(undefined));
      response.on('close', () => resolve(undefined));
      response.on('end', () => resolve(response.statusCode === 200 ? parseStatus(body) : undefined));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}

/** Only what tells one of our services from a stranger is checked; more is the reader's affair. */
function parseStatus(body: string): Status | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return undefined;
    const { app, instanceId, registry } = value as Record<string, unknown>;
    const isOurs =
      app === 'skills-registry' && typeof instanceId === 'string' && typeof registry === 'object';
    return isOurs ? (value as Status) : undefined;
  } catch {
    return undefined;
  }
}
