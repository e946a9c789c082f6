import type { ServerFailure, ServiceState, StateIn } from '../../../src-main/contract/service-state.ts';
import type { Status } from '../../../src-server/contract/api/api.ts';
import { clockWords } from '../../../src-server/contract/words/clock-words.ts';
import { shortFolder } from '../../../src-server/contract/words/short-folder.ts';
import { plural } from '../../text/format.ts';

export type SourceAction =
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

export interface SourceWords {
  readonly tone: 'good' | 'wait' | 'still' | 'bad';
  /** One sentence: what agents get, and from where. */
  readonly sentence: string;
  /** Why, and what follows; may be empty. */
  readonly detail: string;
  /** The black button, if something must be done. */
  readonly next: SourceAction | undefined;
  readonly actions: readonly SourceAction[];
}

/** For the app; a browser shows the sentence without actions. */
export function sourceWords(service: ServiceState, now: Date): SourceWords {
  const folder = folderWords(service);
  const clock = (at: number) => clockWords(at, now);
  switch (service.phase) {
    case 'asking':
      return words('wait', 'Asking the service.', '');
    case 'serving':
      return {
        ...words('good', servedSentence(service.status, folder), ''),
        actions: ['change-folder', 'add-from-git', 'stop', 'restart'],
      };
    case 'away':
      return {
        ...words(
          'wait',
          `${folder} is not reachable. Agents get its ${plural(service.status.counts.skills, 'skill')} as they were at ${clock(service.since)}.`,
          `${service.why} It is tried again every few seconds, and served again as soon as it is back.`,
        ),
        next: 'change-folder',
        actions: ['restart'],
      };
    case 'stopped':
      return {
        ...words(
          'still',
          'Stopped. Agents get nothing.',
          service.by === 'user'
            ? `You stopped it at ${clock(service.since)}. Starting it serves ${folder}.`
            : `It does not start with the app. Starting it serves ${folder}.`,
        ),
        next: 'start',
        actions: ['change-folder'],
      };
    case 'starting':
      return {
        ...words('wait', `Starting. ${folder} is being read.`, attemptWords(service)),
        actions: ['stop'],
      };
    case 'restarting':
      return {
        ...words(
          'bad',
          'The service ended, and starts again by itself.',
          `${service.why} Attempt ${service.attempt} follows in a few seconds.`,
        ),
        next: 'start',
        actions: ['stop', 'show-log'],
      };
    case 'stopping':
      return words('still', 'Stopping.', '');
    case 'failed':
      return failedWords(service, folder);
    case 'silent':
      return {
        ...words(
          'bad',
          `Nothing answers at ${service.address ?? 'the address'}.`,
          'The process runs, and does not answer. If it stays silent, the app restarts it.',
        ),
        next: 'restart',
        actions: ['show-log'],
      };
    case 'exported':
      return words(
        'still',
        'These are the files of an exported registry.',
        'No service runs here, so nothing is to be started or changed.',
      );
  }
}

function words(tone: SourceWords['tone'], sentence: string, detail: string): SourceWords {
  return { tone, sentence, detail, next: undefined, actions: [] };
}

function attemptWords({ attempt }: StateIn<'starting'>): string {
  return attempt > 1 ? `Attempt ${attempt}: the service ended before.` : '';
}

/** `Agents get 83 skills from ~/registry. 2 are not served.` */
function servedSentence({ counts, registry, registries = [] }: Status, folder: string): string {
  const added = registries.filter(({ address }) => address !== undefined).length;
  const from = registry.sample === true ? 'the sample' : folder;
  const others = added === 0 ? '' : ` and ${plural(added, 'added registry', 'added registries')}`;
  const skills = counts.skills === 0 ? 'nothing' : plural(counts.skills, 'skill');
  const { leftOut = 0, drafts = 0 } = counts;
  const missing = [
    ...(leftOut > 0 ? [plural(leftOut, 'is not served', 'are not served')] : []),
    ...(drafts > 0 ? [plural(drafts, 'is a draft', 'are drafts')] : []),
  ];
  return `Agents get ${skills} from ${from}${others}.${missing.length === 0 ? '' : ` ${missing.join(', ')}.`}`;
}

const TITLES: Readonly<Record<ServerFailure['reason'], string | undefined>> = {
  'port-taken': undefined,
  'port-denied': undefined,
  'no-registry': 'The folder is no registry. Agents get nothing.',
  'address-unavailable': 'This computer doesn’t have the address. Agents get nothing.',
  'gave-up': 'The service kept ending. Agents get nothing.',
  'probe-failed': 'The service started, and did not answer. Agents get nothing.',
  unexpected: 'The service could not start. Agents get nothing.',
};

function failedWords({ failure, port }: StateIn<'failed'>, folder: string): SourceWords {
  const { reason, message, nextFreePort: next, servedAt, servedFolder } = failure;
  if (servedAt !== undefined)
    return {
      tone: 'bad',
      sentence: `Agents get the skills of ${servedFolder === undefined ? 'another folder' : shortFolder(servedFolder)}, from another Skills Registry.`,
      detail: `It answers on port ${port}, where ${folder} was to be served. Open its page, or serve on another port.`,
      next: 'open-its-page',
      actions: [...(next === undefined ? [] : (['other-port'] as const)), 'try-again', 'change-folder'],
    };
  const title = TITLES[reason];
  if (title === undefined)
    return {
      tone: 'bad',
      sentence: `${message} Agents get nothing.`,
      detail:
        next === undefined
          ? 'Take another port in the settings, or end the program that uses this one.'
          : `With ${next} the connected agents need the new address; Agents then shows each change.`,
      next: next === undefined ? 'try-again' : 'other-port',
      actions: next === undefined ? ['change-address'] : ['try-again'],
    };
  const help: readonly [SourceAction, ...SourceAction[]] =
    reason === 'no-registry'
      ? ['change-folder', 'try-again']
      : reason === 'address-unavailable'
        ? ['change-address', 'try-again']
        : ['try-again', 'change-folder', 'show-log'];
  const [nextHelp, ...others] = help;
  return { tone: 'bad', sentence: title, detail: message, next: nextHelp, actions: others };
}

function folderWords({ folder: wanted, status, phase }: ServiceState): string {
  if (status?.registry.sample === true) return 'The sample';
  const folder = phase === 'serving' || phase === 'away' ? status?.registry.path : wanted;
  return folder === undefined ? 'The folder' : shortFolder(folder);
}

/** A served folder in which nothing was written yet. */
export function isEmptyRegistry(service: ServiceState): boolean {
  if (service.phase !== 'serving') return false;
  const { skills, drafts = 0, leftOut = 0 } = service.status.counts;
  return skills + drafts + leftOut === 0;
}
