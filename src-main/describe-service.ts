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
        ...{ tone: 'bad', word: 'Not serving', title: 'The service could not start.' },
        text: failureText(state.failure),
        detail: state.failure.reason === 'port-taken' ? `port ${state.port} is taken` : 'could not start',
      };
    default:
      // In browsers only.
      return { tone: 'still', word: 'Asking', detail: '', title: '', text: '' };
  }
}

function failureText({ message, nextFreePort, servedAt }: ServerFailure): string {
  if (nextFreePort === undefined) return message;
  const rest = servedAt === undefined ? 'end the program that uses this one and try again' : 'open its page';
  return `${message} Take the next free port, or ${rest}.`;
}
