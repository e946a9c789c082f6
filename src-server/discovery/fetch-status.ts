import { get } from 'node:http';
import type { Status } from '../contract/api/api.ts';
import { isJsonObject } from '../contract/api/json-object.ts';
import { FOREIGN_HOST, type ServiceProbe } from '../contract/service/discovery.ts';
import { challengeFor } from './service-proof.ts';

const TIMEOUT_MS = 2_000;
/** If a hung service is dispensable. */
export const PROBE_TIMEOUT_MS = 1_000;
const MAX_STATUS_BYTES = 64 * 1024;

/** No `status` if a token is required. */
export type ServiceAnswer =
  | { readonly status: Status; readonly instanceId: string }
  | { readonly status?: undefined; readonly instanceId: string };

export interface AskOptions {
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
  /** Unix socket or named pipe, instead of the address. */
  readonly socketPath?: string | undefined;
  /** From the discovery file. Without proof, a service counts as foreign. */
  readonly secret?: string | undefined;
  readonly userAgent?: string;
  /** Whole answer. Default: 2 seconds. */
  readonly timeoutMs?: number;
}

export const NO_ANSWER = 'no-answer';

/** Undefined if missing, foreign or without the token. */
export async function fetchStatus(baseUrl: string, options: AskOptions): Promise<Status | undefined> {
  return (await askService(baseUrl, options))?.status;
}

/** Undefined if missing, hung or foreign. */
export async function askService(
  baseUrl: string,
  options: AskOptions = {},
): Promise<ServiceAnswer | undefined> {
  const answer = await queryStatus(baseUrl, options);
  return answer === NO_ANSWER ? undefined : answer;
}

/** Undefined if missing or foreign. Ignores proxies. */
export function queryStatus(
  baseUrl: string,
  options: AskOptions,
): Promise<ServiceAnswer | typeof NO_ANSWER | undefined> {
  const { token, socketPath, userAgent, secret, timeoutMs = TIMEOUT_MS } = options;
  const challenge = challengeFor(secret);
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = {
    ...challenge.headers,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }),
  };
  const through = socketPath === undefined ? {} : { socketPath };
  const failure = () => (signal.aborted ? NO_ANSWER : undefined);
  return new Promise((resolve) => {
    const request = get(`${baseUrl}/v1/status`, { signal, agent: false, headers, ...through }, (response) => {
      if (!challenge.isMet(response.headers)) {
        resolve(undefined);
        request.destroy();
        return;
      }
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_STATUS_BYTES) request.destroy();
      });
      response.on('error', () => resolve(failure()));
      response.on('close', () => resolve(undefined));
      response.on('end', () => {
        const { statusCode, headers: received } = response;
        if (statusCode === 401) resolve(parseChallenge(received['www-authenticate']));
        else resolve(statusCode === 200 ? parseStatus(body) : undefined);
      });
    });
    request.on('error', () => resolve(failure()));
  });
}

/** See token-demand.ts. */
function parseChallenge(challenge: string | undefined): ServiceAnswer | undefined {
  const instanceId = /^Bearer realm="skills-registry ([\w-]+)"$/.exec(challenge ?? '')?.[1];
  return instanceId === undefined ? undefined : { instanceId };
}

/** Checks identifying fields only. */
function parseStatus(body: string): ServiceAnswer | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (!isJsonObject(value)) return undefined;
    const { app, instanceId, registry } = value;
    const isOurs = app === 'skills-registry' && typeof instanceId === 'string' && isJsonObject(registry);
    return isOurs ? { status: value as unknown as Status, instanceId } : undefined;
  } catch {
    return undefined;
  }
}

const MAX_ERROR_BYTES = 1_024;

export type ProbeOptions = Pick<AskOptions, 'userAgent'>;

export async function probeService(baseUrl: string, asking: ProbeOptions = {}): Promise<ServiceProbe> {
  if ((await askService(baseUrl, { ...asking, timeoutMs: PROBE_TIMEOUT_MS })) !== undefined) return 'ours';
  return (await refusesName(baseUrl, asking)) ? 'refuses-name' : 'none-of-ours';
}

/** Our service rejects a host name with a fixed sentence only. */
function refusesName(baseUrl: string, { userAgent }: ProbeOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = userAgent === undefined ? {} : { 'User-Agent': userAgent };
    const options = { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), agent: false, headers };
    const request = get(`${baseUrl}/health`, options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_ERROR_BYTES) request.destroy();
      });
      response.on('close', () =>
        resolve(response.statusCode === 403 && body === JSON.stringify({ error: FOREIGN_HOST })),
      );
    });
    request.on('error', () => resolve(false));
  });
}
