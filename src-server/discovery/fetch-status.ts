import { get } from 'node:http';
import type { Status } from '../contract/api/api.ts';
import { FOREIGN_HOST, type ServiceProbe } from '../contract/service/discovery.ts';
import { challengeFor } from './service-proof.ts';

const TIMEOUT_MS = 2_000;
/**
 * For who tells a person what runs: one that is there and busy isn't taken for none. Who isn't there refuses at once, so
 * only one that hangs is waited for.
 */
export const PATIENT_TIMEOUT_MS = 10_000;
/** A service that hangs takes connections and never answers, so whoever can do without one waits no longer. */
export const PROBE_TIMEOUT_MS = 1_000;
const MAX_STATUS_BYTES = 64 * 1024;

/** What was found at an address: a service that told its status, or one that asks for its token first. */
export type ServiceAnswer =
  | { readonly status: Status; readonly instanceId: string }
  | { readonly status?: undefined; readonly instanceId: string };

export interface AskOptions {
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
  /** Unix socket or named pipe to ask through instead of the address. */
  readonly socketPath?: string | undefined;
  /** Of the service's discovery file: who can't prove to know it is taken for somebody else. */
  readonly secret?: string | undefined;
  /** Sent as `User-Agent`; default: none. */
  readonly userAgent?: string;
  /** For the whole answer, not its first byte alone. Default: 2 seconds. */
  readonly timeoutMs?: number;
}

/** What took a question and didn't answer in time: it hangs, or is very busy. */
export const NO_ANSWER = 'no-answer';

/** Asks a service for its status; undefined where nobody answers, it asks for a token, or it is something else. */
export async function fetchStatus(baseUrl: string, options: AskOptions = {}): Promise<Status | undefined> {
  return (await askService(baseUrl, options))?.status;
}

/** As `listenTo`, for who needn't tell one that hangs from nobody. */
export async function askService(
  baseUrl: string,
  options: AskOptions = {},
): Promise<ServiceAnswer | undefined> {
  const answer = await listenTo(baseUrl, options);
  return answer === NO_ANSWER ? undefined : answer;
}

/**
 * Asks what runs at an address; undefined where nobody is there, or something else than this service. Goes straight
 * to the address, whatever proxy the environment names.
 */
export function listenTo(
  baseUrl: string,
  options: AskOptions = {},
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
        const { statusCode, headers: told } = response;
        if (statusCode === 401) resolve(parseChallenge(told['www-authenticate']));
        else resolve(statusCode === 200 ? parseStatus(body) : undefined);
      });
    });
    request.on('error', () => resolve(failure()));
  });
}

/** The instance that a service names where it asks for its token; see token-demand.ts. */
function parseChallenge(challenge: string | undefined): ServiceAnswer | undefined {
  const instanceId = /^Bearer realm="skills-registry ([\w-]+)"$/.exec(challenge ?? '')?.[1];
  return instanceId === undefined ? undefined : { instanceId };
}

/** Only what tells one of our services from a stranger is checked; more is the reader's affair. */
function parseStatus(body: string): ServiceAnswer | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return undefined;
    const { app, instanceId, registry } = value;
    const isOurs = app === 'skills-registry' && typeof instanceId === 'string' && isObject(registry);
    return isOurs ? { status: value as unknown as Status, instanceId } : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MAX_ERROR_BYTES = 1_024;

/** How a service is asked who it is. */
export type ProbeOptions = Pick<AskOptions, 'userAgent'>;

/** Who answers at a base URL, within two seconds. */
export async function probeService(baseUrl: string, asking: ProbeOptions = {}): Promise<ServiceProbe> {
  if ((await askService(baseUrl, { ...asking, timeoutMs: PROBE_TIMEOUT_MS })) !== undefined) return 'ours';
  return (await refusesName(baseUrl, asking)) ? 'refuses-name' : 'none-of-ours';
}

/** One that doesn't answer to a name tells nothing of itself but that sentence. */
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
