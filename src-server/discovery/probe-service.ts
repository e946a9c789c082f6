import { get } from 'node:http';
import { FOREIGN_HOST, type ServiceProbe } from '../contract/discovery.ts';
import { type AskOptions, askService, PROBE_TIMEOUT_MS } from './fetch-status.ts';

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
