import { describeService, type Host, type ServiceWords } from '../../src-main/contract/describe-service.ts';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { desktop } from '../desktop.ts';
import { ownShell, serveLine } from '../text/command-lines.ts';

export function thisHost(service: ServiceState): Host {
  return desktop === undefined
    ? { isApp: false, serveLine: serveLine(service, ownShell(navigator)) }
    : { isApp: true };
}

export function serviceWords(service: ServiceState): ServiceWords {
  return describeService(service, thisHost(service));
}
