/** Reason for missing or old values. */
import { describeService, type Host, type ServiceWords } from '../../src-main/contract/describe-service.ts';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import type { ApiFailure } from '../api/api-transport.ts';
import type { Resource } from '../stores/resource.ts';

export type Reason = Pick<ServiceWords, 'title' | 'text' | 'command' | 'isNormalWait' | 'help'>;

/** Undefined while loading, and if loaded. */
export function viewReason(
  service: ServiceState,
  resources: readonly Resource<unknown>[],
  host: Host,
): Reason | undefined {
  const failed = resources.find(({ failure }) => failure !== undefined);
  if (failed?.from === 'app') return appReason(failed.failure);
  if (!resources.some(({ from }) => from === 'service')) return undefined;
  if (service.phase === 'exported') return failed?.failure && siteReason(failed.failure);
  if (service.phase !== 'asking' && service.phase !== 'serving') return describeService(service, host);
  return failed?.failure && failureReason(failed.failure, host.isApp);
}

function appReason(failure: ApiFailure | undefined): Reason {
  return {
    title: 'The app did not answer this window.',
    text: failure?.message ?? '',
    isNormalWait: false,
    help: ['Ask again', 'Show the log'],
  };
}

function siteReason(failure: ApiFailure): Reason {
  return { ...siteWords(failure), isNormalWait: false, help: ['Ask again'] };
}

function siteWords(failure: ApiFailure): Pick<Reason, 'title' | 'text'> {
  const { message } = failure;
  switch (failure.kind) {
    case 'refused':
      return { title: 'The site does not have this.', text: message };
    case 'foreign':
      return { title: 'The site answered with something else.', text: message };
    case 'silent':
    case 'aborted':
      return {
        title: 'The site could not be reached.',
        text: `${message} What you have read stays here. Try again once you are online.`,
      };
  }
}

function failureReason(failure: ApiFailure, isApp: boolean): Reason {
  const log: Reason['help'] = isApp ? ['Show the log'] : [];
  switch (failure.kind) {
    case 'refused':
      return failure.status >= 500
        ? {
            title: 'The service could not answer.',
            text: failure.message,
            isNormalWait: false,
            help: ['Ask again', ...log],
          }
        : {
            title: 'The service refused this.',
            text: failure.message,
            isNormalWait: false,
            help: ['Ask again'],
          };
    case 'foreign':
      return {
        title: 'This is not an answer of Skills Registry.',
        text: failure.message,
        isNormalWait: false,
        help: ['Ask again', ...log],
      };
    case 'silent':
    case 'aborted':
      return {
        title: 'The service has not answered this yet.',
        text: `${failure.message} The window asks again by itself.`,
        isNormalWait: false,
        help: ['Ask again', ...log],
      };
  }
}
