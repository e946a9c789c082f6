import type { Status } from '../contract/api/api.ts';
import { isJsonObject } from '../contract/api/json-object.ts';
import { FOREIGN_HOST, type ServiceProbe } from '../contract/service/discovery.ts';
import { fetchReply } from './call-service.ts';
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

/** Undefined if missing or foreign. */
export async function queryStatus(
  url: string,
  { token, socketPath, userAgent, secret, timeoutMs = TIMEOUT_MS }: AskOptions,
): Promise<ServiceAnswer | typeof NO_ANSWER | undefined> {
  const challenge = challengeFor(secret);
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { ...challenge.headers, ...(userAgent !== undefined && { 'User-Agent': userAgent }) };
  const asking = { headers, signal, mostBytes: MAX_STATUS_BYTES };
  try {
    const reply = await fetchReply({ url, token, socketPath }, '/v1/status', asking);
    if (!challenge.isMet(reply.headers)) return undefined;
    if (reply.status === 401) return parseChallenge(reply.headers['www-authenticate']);
    return reply.status === 200 ? parseStatus(reply.bytes.toString()) : undefined;
  } catch {
    return signal.aborted ? NO_ANSWER : undefined;
  }
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
async function refusesName(url: string, { userAgent }: ProbeOptions): Promise<boolean> {
  const headers = userAgent === undefined ? {} : { 'User-Agent': userAgent };
  const asking = { headers, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), mostBytes: MAX_ERROR_BYTES };
  const reply = await fetchReply({ url }, '/health', asking).catch(() => undefined);
  return reply?.status === 403 && reply.bytes.toString() === JSON.stringify({ error: FOREIGN_HOST });
}
