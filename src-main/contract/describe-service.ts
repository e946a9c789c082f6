import type { ServerFailure, ServiceState, StateIn } from './service-state.ts';

/** Also button labels. */
export type Help =
  | 'Start'
  /** Reloads the view's resources. */
  | 'Ask again'
  /** Starts the service again. */
  | 'Try again'
  | 'Restart'
  | 'Choose another folder'
  | 'Change the address'
  /** More choices, such as another port. */
  | 'See Home'
  | 'Show the log';

export interface Host {
  readonly isApp: boolean;
  /** For a terminal. */
  readonly serveLine?: string | undefined;
}

export interface ServiceWords {
  readonly tone: 'good' | 'wait' | 'still' | 'bad';
  readonly mark: 'state-on' | 'state-wait' | 'state-off' | 'state-fail';
  /** Example: `Serving`. */
  readonly word: string;
  /** Follows the word; empty if the address suffices. */
  readonly detail: string;
  /** Sentence. For `serving` a notice or empty. */
  readonly title: string;
  readonly text: string;
  /** Most helpful first. */
  readonly help: readonly Help[];
  /** A normal wait. */
  readonly isNormalWait: boolean;
  readonly command?: string;
}

type Look = Pick<ServiceWords, 'tone' | 'mark'>;
const GOOD: Look = { tone: 'good', mark: 'state-on' };
const WAIT: Look = { tone: 'wait', mark: 'state-wait' };
const STILL: Look = { tone: 'still', mark: 'state-off' };
const BAD: Look = { tone: 'bad', mark: 'state-fail' };
const QUIET = { title: '', text: '', help: [], isNormalWait: true } as const;

/** Also shown in the settings. */
export const PENDING_WORDS = {
  title: 'Changed settings wait for a restart.',
  text: 'Until then the old settings apply.',
} as const;

export function describeService(state: ServiceState, { isApp, serveLine }: Host): ServiceWords {
  switch (state.phase) {
    case 'asking':
      return { ...WAIT, ...QUIET, word: 'Asking', detail: '' };
    case 'serving':
      return { ...GOOD, word: 'Serving', ...servingWords(state) };
    case 'away':
      return {
        ...{ ...BAD, word: 'Registry away', detail: 'folder not readable', isNormalWait: false },
        title: `${state.folder ?? 'The folder'} is not readable now.`,
        text: `${state.why} The service keeps trying.`,
        help: isApp ? ['Choose another folder', 'Ask again'] : ['Ask again'],
      };
    case 'stopped': {
      const isByUser = state.by === 'user';
      return {
        ...{ ...STILL, word: 'Stopped', detail: isByUser ? 'by you' : 'until you start it' },
        title: 'The service is stopped.',
        text: `${isByUser ? 'You stopped it' : 'It does not start with the app'}. Agents and IDEs get no answer until you start it.`,
        ...{ help: ['Start'], isNormalWait: false },
      };
    }
    case 'starting':
      return {
        ...{ ...WAIT, word: 'Starting', help: [], isNormalWait: true },
        detail: state.attempt > 1 ? `attempt ${state.attempt}` : `port ${state.port}`,
        title: 'The service is starting.',
        text: `It reads ${state.folder ?? 'the folder'}; this view fills as soon as it is read.`,
      };
    case 'stopping':
      return { ...STILL, ...QUIET, word: 'Stopping', detail: '', title: 'The service is stopping.' };
    case 'restarting':
      return {
        ...{ tone: 'bad', mark: 'state-wait', word: 'Restarting', detail: state.why, isNormalWait: false },
        ...{ title: state.why, text: `Attempt ${state.attempt} follows by itself.` },
        help: ['Try again', 'Show the log'],
      };
    case 'failed':
      return {
        ...{ ...BAD, word: 'Not serving', isNormalWait: false },
        detail: state.failure.reason === 'port-taken' ? `port ${state.port} is taken` : 'could not start',
        ...failureSentences(state.failure),
        help: [...failureHelp(state.failure), 'Show the log'],
      };
    case 'exported':
      return { ...STILL, ...QUIET, mark: 'state-on', word: 'Read-only', detail: 'files, without a service' };
    case 'silent':
      return {
        ...{ ...BAD, word: 'Not answering', isNormalWait: false },
        ...silentWords(state, isApp, serveLine),
      };
  }
}

function servingWords({ pending }: StateIn<'serving'>) {
  if (pending.length === 0) return { ...QUIET, detail: '' };
  return { detail: '', ...PENDING_WORDS, help: ['Restart'] as const, isNormalWait: true };
}

function silentWords({ address }: StateIn<'silent'>, isApp: boolean, command: string | undefined) {
  const where = address === undefined ? '' : ` at ${address.replace(/^https?:\/\//, '')}`;
  const title = `Nothing answers${where}.`;
  if (isApp)
    return {
      ...{ title, detail: 'asked every 10 seconds' },
      text: 'The process runs but does not answer. If it stays silent, the app restarts it.',
      help: ['Restart', 'Show the log'] as const,
    };
  return {
    ...{ title, detail: 'asked every second' },
    text: `The service was stopped, or its computer sleeps. This page asks again every second.${command === undefined ? '' : ' To start it:'}`,
    ...(command === undefined ? {} : { command }),
    help: ['Ask again'] as const,
  };
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
  if (servedAt !== undefined)
    return {
      title: message,
      text: `Open its page in the browser. Or: ${other.charAt(0).toLowerCase()}${other.slice(1)}.`,
    };
  return { title: message, text: `${other}, or end the program that uses this one and try again.` };
}

function failureHelp({ reason, nextFreePort }: ServerFailure): readonly Help[] {
  if (nextFreePort !== undefined) return ['See Home'];
  if (reason === 'no-registry') return ['Choose another folder', 'Try again'];
  return reason === 'address-unavailable' ? ['Change the address', 'Try again'] : ['Try again'];
}
