/**
 * The service's state in words, for the tray, the system's notifications, the window's bar and its Source view. A state
 * is named nowhere else, so that two places never say different things of one state.
 */

import { agentsGetWords } from '../../src-server/contract/service.ts';
import {
  clockWords,
  countWords,
  groupDigits,
  progressWords,
  shortFolder,
} from '../../src-server/contract/words.ts';
import type { ServerFailure, ServiceState, StateIn } from './service-state.ts';

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
      const [line, soFar] = read === undefined ? ['Starting', ''] : [`Starting: ${read}`, `: ${read}`];
      return {
        ...words('wait', line, `Starting. ${capital(folder)} is being read${soFar}.`),
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
        ? `What changed in the folder is being read: ${far.line}.`
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
