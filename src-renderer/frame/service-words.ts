/** State of the service as mark, word and detail. */
import type { MarkName } from '../components/mark.tsx';
import type { Service } from '../world/service.ts';

export interface ServiceWords {
  readonly tone: 'good' | 'wait' | 'still' | 'bad';
  readonly mark: MarkName;
  /** Such as `Serving`. */
  readonly word: string;
  /** Empty if the address suffices. */
  readonly detail: string;
}

/** Pure. */
export function serviceWords(service: Service): ServiceWords {
  switch (service.phase) {
    case 'serving':
      return {
        tone: 'good',
        mark: 'state-on',
        word: 'Serving',
        detail: service.attachedTo === undefined ? '' : 'by another process',
      };
    case 'away':
      return { tone: 'bad', mark: 'state-fail', word: 'Registry away', detail: 'folder not readable' };
    case 'stopped':
      return {
        tone: 'still',
        mark: 'state-off',
        word: 'Stopped',
        detail: service.by === 'user' ? 'by you' : 'until you start it',
      };
    case 'starting':
      return startingWords(service);
    case 'failed':
      return failedWords(service);
    case 'asking':
      return { tone: 'wait', mark: 'state-wait', word: 'Asking', detail: '' };
  }
}

function startingWords(service: Extract<Service, { phase: 'starting' }>): ServiceWords {
  switch (service.kind) {
    case 'starting':
      return { tone: 'wait', mark: 'state-wait', word: 'Starting', detail: `port ${service.port}` };
    case 'backing-off':
      return { tone: 'wait', mark: 'state-wait', word: 'Restarting', detail: service.why };
    case 'stopping':
      return { tone: 'still', mark: 'state-off', word: 'Stopping', detail: '' };
  }
}

function failedWords({ failure, port }: Extract<Service, { phase: 'failed' }>): ServiceWords {
  if (failure === undefined)
    return { tone: 'bad', mark: 'state-fail', word: 'Not answering', detail: 'asked every second' };
  return {
    tone: 'bad',
    mark: 'state-fail',
    word: 'Not serving',
    detail: failure.reason === 'port-taken' ? `port ${port} is taken` : 'could not start',
  };
}
