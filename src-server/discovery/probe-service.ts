import { get } from 'node:http';
import { FOREIGN_HOST, type ServiceProbe } from '../contract/discovery.ts';
import { askService, PROBE_TIMEOUT_MS } from './fetch-status.ts';

const MAX_ERROR_BYTES = 1_024;

/** Who answers at a base URL, within two seconds. */
export async function probeService(baseUrl: string): Promise<ServiceProbe> {
  if ((await askService(baseUrl, { timeoutMs: PROBE_TIMEOUT_MS })) !== undefined) return 'ours';
  return (await refusesName(baseUrl)) ? 'refuses-name' : 'none-of-ours';
}

/** One that doesn't answer to a name tells nothing of itself but that sentence. */
function refusesName(baseUrl: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), agent: false };
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
