/** Reason for missing or old values. */
import type { ServerFailure } from '../../src-main/contract/desktop-bridge.ts';
import type { Shell } from '../../src-server/contract/clients/shell-words.ts';
import type { ApiFailure } from '../api/api-transport.ts';
import { serveLine } from '../text/command-lines.ts';
import type { Resource } from '../world/resource.ts';
import type { Service } from '../world/service.ts';

/** Also the button's label. */
export type Help =
  | 'Start'
  /** Requests the view's resources again. */
  | 'Ask again'
  /** Starts the service again. */
  | 'Try again'
  | 'Restart'
  | 'Choose another folder'
  | 'Change the address'
  /** Offers more choices, such as another port. */
  | 'See Home'
  | 'Show the log';

export interface Reason {
  readonly title: string;
  readonly text: string;
  readonly command?: string;
  /** True for a normal wait. */
  readonly isPassing: boolean;
  /** Most helpful first. */
  readonly help: readonly Help[];
}

/** Undefined while loading and if all is loaded. */
export function viewReason(
  service: Service,
  resources: readonly Resource<unknown>[],
  isInApp: boolean,
  shell: Shell = 'sh',
): Reason | undefined {
  const failed = resources.find(({ failure }) => failure !== undefined);
  if (failed?.from === 'app') return appReason(failed.failure);
  if (!resources.some(({ from }) => from === 'service')) return undefined;
  return (
    serviceReason(service, isInApp, shell) ??
    (failed?.failure === undefined ? undefined : failureReason(failed.failure, isInApp))
  );
}

function appReason(failure: ApiFailure | undefined): Reason {
  return {
    title: 'The app did not answer this window.',
    text: failure?.message ?? '',
    isPassing: false,
    help: ['Ask again', 'Show the log'],
  };
}

function serviceReason(service: Service, isInApp: boolean, shell: Shell): Reason | undefined {
  switch (service.phase) {
    case 'asking':
    case 'serving':
      return undefined;
    case 'stopped':
      return {
        title: 'The service is stopped.',
        text: `${service.by === 'user' ? 'You stopped it' : 'It does not start with the app'}. Agents and IDEs get no answer until you start it.`,
        isPassing: false,
        help: ['Start'],
      };
    case 'starting':
      return startingReason(service);
    case 'away':
      return {
        title: `${service.folder ?? 'The folder'} is not readable now.`,
        text: `${service.why} The service keeps trying.`,
        isPassing: false,
        help: isInApp ? ['Choose another folder', 'Ask again'] : ['Ask again'],
      };
    case 'failed':
      return service.failure === undefined
        ? silentReason(service, isInApp, shell)
        : notStartedReason(service.failure);
  }
}

function startingReason(service: Extract<Service, { phase: 'starting' }>): Reason {
  switch (service.kind) {
    case 'starting':
      return {
        title: 'The service is starting.',
        text: `It reads ${service.folder ?? 'the folder'}; this view fills as soon as it is read.`,
        isPassing: true,
        help: [],
      };
    case 'stopping':
      return { title: 'The service is stopping.', text: '', isPassing: true, help: [] };
    case 'backing-off':
      return {
        title: service.why,
        text: `Attempt ${service.attempt} follows by itself.`,
        isPassing: false,
        help: ['Try again', 'Show the log'],
      };
  }
}

function silentReason(
  service: Extract<Service, { phase: 'failed' }>,
  isInApp: boolean,
  shell: Shell,
): Reason {
  const where = service.address === undefined ? '' : ` at ${service.address.replace(/^https?:\/\//, '')}`;
  if (isInApp)
    return {
      title: `Nothing answers${where}.`,
      text: 'The process runs but does not answer. This window asks again every second.',
      isPassing: false,
      help: ['Restart', 'Show the log'],
    };
  const command = serveLine(service, shell);
  return {
    title: `Nothing answers${where}.`,
    text: `The service was stopped, or its computer sleeps. This page asks again every second.${command === undefined ? '' : ' To start it:'}`,
    ...(command === undefined ? {} : { command }),
    isPassing: false,
    help: ['Ask again'],
  };
}

/** Without a title the message becomes the title. */
const FAILURE_TITLES: Readonly<Record<ServerFailure['reason'], string | undefined>> = {
  'port-taken': undefined,
  'port-denied': undefined,
  'no-registry': 'There is no registry in the folder.',
  'address-unavailable': 'This computer doesn’t have that address.',
  'gave-up': 'The service kept stopping.',
  'probe-failed': 'The service started, but did not answer its own request.',
  unexpected: 'The service could not start.',
};

export function failureWords({
  reason,
  message,
  nextFreePort,
}: ServerFailure): Pick<Reason, 'title' | 'text'> {
  const title = FAILURE_TITLES[reason];
  if (title !== undefined) return { title, text: message };
  const other = nextFreePort === undefined ? 'Take another port in the settings' : 'Take the next free port';
  return { title: message, text: `${other}, or end the program that uses this one and try again.` };
}

function notStartedReason(failure: ServerFailure): Reason {
  const ways: readonly Help[] =
    failure.nextFreePort !== undefined
      ? ['See Home']
      : failure.reason === 'no-registry'
        ? ['Choose another folder', 'Try again']
        : failure.reason === 'address-unavailable'
          ? ['Change the address', 'Try again']
          : ['Try again'];
  return {
    ...failureWords(failure),
    isPassing: false,
    help: [...ways, 'Show the log'],
  };
}

function failureReason(failure: ApiFailure, isInApp: boolean): Reason {
  const log: readonly Help[] = isInApp ? ['Show the log'] : [];
  switch (failure.kind) {
    case 'refused':
      return failure.status >= 500
        ? {
            title: 'The service could not answer.',
            text: failure.message,
            isPassing: false,
            help: ['Ask again', ...log],
          }
        : {
            title: 'The service refused this.',
            text: failure.message,
            isPassing: false,
            help: ['Ask again'],
          };
    case 'foreign':
      return {
        title: 'This is not an answer of Skills Registry.',
        text: failure.message,
        isPassing: false,
        help: ['Ask again', ...log],
      };
    case 'silent':
    case 'aborted':
      return {
        title: 'The service has not answered this yet.',
        text: `${failure.message} The window asks again by itself.`,
        isPassing: false,
        help: ['Ask again', ...log],
      };
  }
}
