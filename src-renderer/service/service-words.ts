/** The state of the service in one mark, one word and one detail: the same on the status line and on Home. */
import type { ServerStatus } from '../../src-main/ipc/contract.ts';
import type { MarkName } from '../components/mark.tsx';
import { lastStatus, type ServiceState } from './service-state.ts';

export interface ServiceWords {
  readonly tone: 'good' | 'wait' | 'still' | 'bad';
  readonly mark: MarkName;
  /** Such as `Serving`. */
  readonly word: string;
  /** What stands beside it; empty where the address says enough. */
  readonly detail: string;
}

/** The desktop app knows why a service is silent; where it doesn't say, the page says what it saw itself. */
export function serviceWords(state: ServiceState, server: ServerStatus | undefined): ServiceWords {
  if (server !== undefined && server.state !== 'ready') return supervisedWords(server);
  switch (state.phase) {
    case 'serving':
      return {
        tone: 'good',
        mark: 'state-on',
        word: 'Serving',
        detail: server?.attachedTo === undefined ? '' : 'by another process',
      };
    case 'registry-away':
      return { tone: 'bad', mark: 'state-fail', word: 'Registry away', detail: 'folder not readable' };
    case 'silent':
      return { tone: 'bad', mark: 'state-fail', word: 'Not answering', detail: 'asked every second' };
    case 'asking':
      return { tone: 'wait', mark: 'state-wait', word: 'Asking', detail: '' };
  }
}

function supervisedWords(server: Exclude<ServerStatus, { state: 'ready' }>): ServiceWords {
  switch (server.state) {
    case 'starting':
      return { tone: 'wait', mark: 'state-wait', word: 'Starting', detail: `port ${server.port}` };
    case 'backing-off':
      return { tone: 'wait', mark: 'state-wait', word: 'Restarting', detail: server.reason };
    case 'stopping':
      return { tone: 'still', mark: 'state-off', word: 'Stopping', detail: '' };
    case 'stopped':
      return {
        tone: 'still',
        mark: 'state-off',
        word: 'Stopped',
        detail: server.by === 'user' ? 'by you' : 'until you start it',
      };
    case 'failed':
      return {
        tone: 'bad',
        mark: 'state-fail',
        word: 'Not serving',
        detail: server.failure.reason === 'port-taken' ? `port ${server.port} is taken` : 'could not start',
      };
  }
}

/** The service's address as others reach it: the desktop page has one of its own that nobody else can use. */
export function baseUrl(
  state: ServiceState,
  server: ServerStatus | undefined,
  location: Pick<Location, 'protocol' | 'origin'>,
): string | undefined {
  if (server?.state === 'ready') return server.url;
  if (/^https?:$/.test(location.protocol)) return location.origin;
  const mcpUrl = lastStatus(state)?.mcpUrl;
  return mcpUrl === undefined ? undefined : mcpUrl.replace(/\/mcp$/, '');
}
