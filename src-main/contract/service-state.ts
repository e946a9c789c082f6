/**
 * The state of the service, as the main process knows it; a page in a browser makes it from `/v1/events`. Below stand
 * its words for the tray, the system's notifications, the window's bar and its Source view. A state is named nowhere
 * else, so that two places never say different things of one state.
 */
import type { Status } from '../../src-server/contract/api.ts';
import type { FatalReason } from '../../src-server/contract/messages.ts';
import { agentsGetWords } from '../../src-server/contract/service.ts';
import {
  clockWords,
  countWords,
  groupDigits,
  progressWords,
  shortFolder,
} from '../../src-server/contract/words.ts';

/** Why no service runs: the reason as a code, and what a person can do instead. */
export interface ServerFailure {
  readonly reason: FatalReason | 'gave-up' | 'probe-failed';
  /** What failed and why, in up to two sentences. */
  readonly message: string;
  /** A port that is free, if the wanted one is taken. */
  readonly nextFreePort?: number;
  /** The address of the service of ours that has the port, if it is ours. */
  readonly servedAt?: string;
  /** The registry that the other service serves. */
  readonly servedFolder?: string;
}

/**
 * What is known of the service in every phase. All is undefined in a browser before the first status. Times are
 * milliseconds since 1970.
 */
export interface KnownService {
  /** The registry that is served, or the one of the settings. */
  readonly folder: string | undefined;
  readonly port: number | undefined;
  /** The base URL without a slash at its end, as it is served or configured. */
  readonly address: string | undefined;
  /** The last status. It is old unless the phase is `serving` or `away`. */
  readonly status: Status | undefined;
}

interface Answering extends KnownService {
  readonly address: string;
  readonly status: Status;
  readonly since: number;
  /** The settings that were changed and wait for a restart. */
  readonly pending: readonly string[];
}

/**
 * What the service does. There is one phase at a time, from `starting` to `failed`; `serving` and `away` are the two
 * in which requests are answered. The main process publishes each change whole, and the page in a browser makes the
 * same states from the event stream.
 */
export type ServiceState =
  /** A page in a browser has no status yet. */
  | (KnownService & { readonly phase: 'asking' })
  | (Answering & { readonly phase: 'serving' })
  /** The registry's folder can't be read; the last snapshot stays served. */
  | (Answering & { readonly phase: 'away'; readonly why: string })
  | (KnownService & {
      readonly phase: 'stopped';
      /** With `setting`, the service doesn't start with the app. */
      readonly by: 'user' | 'setting';
      readonly since: number;
    })
  | (KnownService & {
      readonly phase: 'starting';
      /** The number of this start, from 1. It grows with each restart after a crash. */
      readonly attempt: number;
      /** The number of skills that were read so far; undefined until it is told. */
      readonly read?: number | undefined;
      readonly since: number;
    })
  /** The service has crashed, and is started again after a pause. */
  | (KnownService & {
      readonly phase: 'restarting';
      /** The number of the next start. */
      readonly attempt: number;
      /** How the last run ended, as a sentence. */
      readonly why: string;
      readonly nextRetryAt: number;
      readonly since: number;
    })
  | (KnownService & { readonly phase: 'stopping'; readonly since: number })
  | (KnownService & {
      readonly phase: 'failed';
      readonly failure: ServerFailure;
      readonly since: number;
    })
  /** The page is one of files on a static host: there is no service, and nothing to follow. */
  | (KnownService & {
      readonly phase: 'exported';
      /** The number of readings, from 1. It grows when the connection is back. */
      readonly readings: number;
    })
  /** A page in a browser gets no answer. */
  | (KnownService & { readonly phase: 'silent'; readonly since: number });

export type Phase = ServiceState['phase'];
export type StateIn<P extends Phase> = Extract<ServiceState, { readonly phase: P }>;

/** Returns `serving` or `away`, as the folder can be read or not. */
export function answeringState(
  known: Omit<Answering, 'since' | 'status'> & { readonly status: Status },
  since: { readonly served: number; readonly away: number },
): StateIn<'serving' | 'away'> {
  const { available, reason } = known.status.registry;
  return available
    ? { ...known, phase: 'serving', since: since.served }
    : { ...known, phase: 'away', since: since.away, why: reason ?? 'The folder is not there.' };
}

/** What a person can do about a state. The window draws a button for each. */
export type ServiceAction =
  | 'start'
  | 'stop'
  | 'restart'
  | 'try-again'
  | 'change-folder'
  | 'add-from-git'
  | 'open-its-page'
  | 'other-port'
  | 'change-address'
  | 'show-log';

/**
 * A state in words, for every place that shows it. Example: `tone` good, `line` "85 skills from ~/registry",
 * `sentence` "Agents get 85 skills from ~/registry.", no `next`.
 */
export interface ServiceWords {
  /** `good`: agents get all. `part`: less than all. `wait`: soon. `still`: nothing, as was asked. `bad`: nothing, by a fault. */
  readonly tone: 'good' | 'part' | 'wait' | 'still' | 'bad';
  /** A few words without a full stop, for the bar, the tray's first row and its tooltip: `85 skills from ~/registry`. */
  readonly line: string;
  /** What agents get, in one or two sentences: the heading of Source, and the title of a notification. */
  readonly sentence: string;
  /** Why it is so, and what follows. Empty if the sentence suffices. */
  readonly detail: string;
  /** The next step, if something must be done. */
  readonly next: ServiceAction | undefined;
  /** What else can be done, the most useful first. */
  readonly actions: readonly ServiceAction[];
  /** How far the service is with a long work, for a bar. */
  readonly progress?: { readonly done: number; readonly total: number };
}

const NOTHING = 'Agents get nothing.';

/**
 * Returns the words of a state.
 * @param now decides whether a time of today needs its day
 */
export function serviceWords(state: ServiceState, now: Date): ServiceWords {
  const folder = folderWords(state);
  switch (state.phase) {
    case 'asking':
      return words('wait', 'Asking the service', 'Asking the service.');
    case 'serving':
      return servingWords(state);
    case 'away':
      return awayWords(state, now);
    case 'stopped':
      return {
        ...words('still', 'Stopped', `Stopped. ${NOTHING}`),
        detail:
          state.by === 'user'
            ? `You stopped it at ${clockWords(state.since, now)}. Starting it serves ${folder}.`
            : `It does not start with the app. Starting it serves ${folder}.`,
        next: 'start',
        actions: ['change-folder'],
      };
    case 'starting': {
      const read =
        state.read === undefined ? undefined : progressWords({ reading: { done: state.read } })?.line;
      const [line, sentence] =
        read === undefined
          ? ['Starting', `Starting. ${capital(folder)} is being read.`]
          : [`Starting: ${read}`, `Starting. ${read} from ${folder}.`];
      return {
        ...words('wait', line, sentence),
        detail: state.attempt > 1 ? `Attempt ${state.attempt}: the service ended before.` : '',
        actions: ['stop'],
      };
    }
    case 'restarting':
      return {
        ...words('bad', 'Restarting', `The service ended, and starts again by itself. ${NOTHING}`),
        detail: `${state.why} Attempt ${state.attempt} follows in a few seconds.`,
        next: 'start',
        actions: ['stop', 'show-log'],
      };
    case 'stopping':
      return words('still', 'Stopping', 'Stopping.');
    case 'failed':
      return failedWords(state, folder);
    case 'silent':
      return {
        ...words('bad', 'Not answering', `Nothing answers at ${state.address ?? 'the address'}.`),
        detail: 'The service has ended, or hangs. This page goes on by itself as soon as it answers again.',
      };
    case 'exported':
      return {
        ...words('still', 'A copy to read', 'These are the files of an exported registry.'),
        detail: 'No service runs here, so nothing is to be started or changed.',
      };
  }
}

function words(tone: ServiceWords['tone'], line: string, sentence: string): ServiceWords {
  return { tone, line, sentence, detail: '', next: undefined, actions: [] };
}

function servingWords({ status, pending }: StateIn<'serving'>): ServiceWords {
  const { registry, registries = [], counts } = status;
  const { skills, served = skills, folders = skills, withheld = 0, notServed = 0 } = counts;
  const added = registries.filter(({ address }) => address !== undefined).length;
  const folder = registry.sample === true ? 'the sample' : shortFolder(registry.path);
  const others = added === 0 ? '' : ` and ${countWords(added, 'added registry', 'added registries')}`;
  const some = served === folders ? '' : `${groupDigits(served)} of `;
  const far = progressWords(status);
  if (far?.total !== undefined)
    return {
      ...words('wait', far.line, `${far.line.replace(/ (?=known|checked)/, ` from ${folder} are `)}.`),
      detail: far.line.endsWith('checked')
        ? 'Agents are served already. What is found is listed below.'
        : 'Agents are served already. Questions wait until all are known.',
      actions: ['change-folder', 'stop'],
      progress: { done: far.done, total: far.total },
    };
  return {
    tone: folders === 0 ? 'still' : withheld + notServed > 0 ? 'part' : 'good',
    line:
      folders === 0
        ? 'No skills yet'
        : registry.sample === true
          ? `${some}${countWords(folders, 'sample skill')}`
          : `${some}${countWords(folders, 'skill')} from ${folder}`,
    sentence: agentsGetWords(counts, `from ${folder}${others}`),
    ...(far !== undefined && { tone: 'wait', line: far.line }),
    detail:
      far !== undefined
        ? `The folder has changed: ${far.line}.`
        : pending.length === 0
          ? ''
          : 'Changed settings wait for a restart.',
    next: undefined,
    actions: ['change-folder', 'add-from-git', 'stop', 'restart'],
  };
}

/** The last snapshot stays served while the folder can't be read; without a snapshot there is nothing to serve. */
function awayWords(state: StateIn<'away'>, now: Date): ServiceWords {
  const { skills, served = skills } = state.status.counts;
  const folder = capital(folderWords(state));
  const servedSkills = countWords(served, 'skill');
  const since = clockWords(state.since, now);
  return {
    tone: served === 0 ? 'bad' : 'wait',
    line: served === 0 ? 'Folder not readable' : `${servedSkills}, folder not readable`,
    sentence:
      served === 0
        ? `${folder} is not readable. ${NOTHING}`
        : `${folder} is not readable. Agents get its ${servedSkills} as they were at ${since}.`,
    detail: `${state.why} It is tried again every few seconds; changes show as soon as it can be read.`,
    next: 'change-folder',
    actions: ['restart'],
  };
}

/** `short` completes `Not serving: …`; without a sentence the failure's own message is the sentence. */
const FAILURE_WORDS: Readonly<
  Record<ServerFailure['reason'], { readonly short: string; readonly sentence?: string }>
> = {
  'port-taken': { short: 'the port is taken' },
  'port-denied': { short: 'the system refuses the port' },
  'no-registry': { short: 'the folder is no registry', sentence: 'The folder is no registry.' },
  'address-unavailable': {
    short: 'this computer doesn’t have the address',
    sentence: 'This computer doesn’t have the address.',
  },
  'gave-up': { short: 'the service kept ending', sentence: 'The service kept ending.' },
  'probe-failed': {
    short: 'the service did not answer',
    sentence: 'The service started, and did not answer.',
  },
  unexpected: { short: 'the service could not start', sentence: 'The service could not start.' },
};

function failedWords({ failure, port }: StateIn<'failed'>, folder: string): ServiceWords {
  const { reason, message, nextFreePort: nextPort, servedAt, servedFolder } = failure;
  const { short, sentence } = FAILURE_WORDS[reason];
  const line = `Not serving: ${short}`;
  if (servedAt !== undefined) {
    const other = servedFolder === undefined ? 'another folder' : shortFolder(servedFolder);
    return {
      ...words('bad', line, `Agents get the skills of ${other}, from another Skills Registry.`),
      detail: `It answers on port ${port}, where ${folder} was to be served. Open its page, or serve on another port.`,
      next: 'open-its-page',
      actions: [...(nextPort === undefined ? [] : (['other-port'] as const)), 'try-again', 'change-folder'],
    };
  }
  if (sentence === undefined)
    return {
      ...words('bad', line, `${message} ${NOTHING}`),
      detail:
        nextPort === undefined
          ? `Take another port in the settings${reason === 'port-taken' ? ', or end the program that uses this one' : ''}.`
          : `Port ${nextPort} is free. With it the connected agents need the new address; Agents then shows each change.`,
      next: nextPort === undefined ? 'try-again' : 'other-port',
      actions: nextPort === undefined ? ['change-address'] : ['try-again'],
    };
  const [next, ...actions] = stepsAfter(reason);
  return { ...words('bad', line, `${sentence} ${NOTHING}`), detail: message, next, actions };
}

function stepsAfter(reason: ServerFailure['reason']): readonly ServiceAction[] {
  if (reason === 'no-registry') return ['change-folder', 'try-again'];
  if (reason === 'address-unavailable') return ['change-address', 'try-again'];
  return ['try-again', 'change-folder', 'show-log'];
}

/**
 * Names the folder in the middle of a sentence. What was served last may be another folder than the one that is
 * wanted.
 */
function folderWords({ folder: wanted, status, phase }: ServiceState): string {
  const isAnswering = phase === 'serving' || phase === 'away';
  const folder = isAnswering ? status?.registry.path : wanted;
  if (folder === undefined) return 'the folder';
  const isSample = status?.registry.sample === true && status.registry.path === folder;
  return isSample ? 'the sample' : shortFolder(folder);
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
