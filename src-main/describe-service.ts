import type { ServerFailure, ServiceState } from './contract/service-state.ts';

/** For the tray and the system's notifications. */
export interface ServiceWords {
  readonly tone: 'good' | 'wait' | 'still' | 'bad';
  /** Example: `Serving`. */
  readonly word: string;
  /** Follows the word; empty if the address suffices. */
  readonly detail: string;
  /** Sentences; empty unless it failed or the folder is away. */
  readonly title: string;
  readonly text: string;
}

export function describeService(state: ServiceState): ServiceWords {
  switch (state.phase) {
    case 'serving': {
      const detail = state.pending.length === 0 ? '' : 'Changed settings wait for a restart.';
      return { tone: 'good', word: 'Serving', detail, title: '', text: '' };
    }
    case 'away':
      return {
        ...{ tone: 'bad', word: 'Registry away', detail: 'folder not readable' },
        title: `${state.folder ?? 'The folder'} is not readable now.`,
        text: `${state.why} The service keeps trying.`,
      };
    case 'stopped':
      return {
        ...{ tone: 'still', word: 'Stopped', detail: state.by === 'user' ? 'by you' : 'until you start it' },
        ...{ title: '', text: '' },
      };
    case 'starting':
      return {
        ...{ tone: 'wait', word: 'Starting', title: '', text: '' },
        detail: state.attempt > 1 ? `attempt ${state.attempt}` : `port ${state.port}`,
      };
    case 'stopping':
      return { tone: 'still', word: 'Stopping', detail: '', title: '', text: '' };
    case 'restarting':
      return { tone: 'bad', word: 'Restarting', detail: state.why, title: '', text: '' };
    case 'failed':
      return {
        ...{ tone: 'bad', word: 'Not serving', ...failureSentences(state.failure) },
        detail: state.failure.reason === 'port-taken' ? `port ${state.port} is taken` : 'could not start',
      };
    default:
      // In browsers only.
      return { tone: 'still', word: 'Asking', detail: '', title: '', text: '' };
  }
}

/** Default: the message. */
const FAILURE_TITLES: Readonly<Record<ServerFailure['reason'], string | undefined>> = {
  'port-taken': undefined,
  'port-denied': undefined,
  'no-registry': 'There is no registry in the folder.',
  'address-unavailable': 'This computer doesn’t have that address.',
  'gave-up': 'The service kept stopping.',
  'probe-failed': 'The service started, but did not answer its own request.',
  unexpected: 'The service could not start.',
};

function failureSentences({ reason, message, nextFreePort, servedAt }: ServerFailure) {
  const title = FAILURE_TITLES[reason];
  if (title !== undefined) return { title, text: message };
  const other = nextFreePort === undefined ? 'Take another port in the settings' : 'Take the next free port';
  const rest = servedAt === undefined ? 'end the program that uses this one and try again' : 'open its page';
  return { title: message, text: `${other}, or ${rest}.` };
}
