import type { ServiceState } from '../../../src-main/contract/service-state.ts';

export type ImportGate =
  | 'open'
  | 'asking'
  | 'silent'
  | 'off'
  /** The setting is newer than the service. */
  | 'off-until-restart'
  /** Single skill, or a library's own folder. */
  | 'no-registry';

export function importGate(service: ServiceState): ImportGate {
  if (service.phase === 'asking') return 'asking';
  if (service.phase !== 'serving' && service.phase !== 'away') return 'silent';
  const { status, pending } = service;
  const { layout } = status.registry;
  if (layout !== 'registry' && layout !== 'flat') return 'no-registry';
  if (status.submissions) return 'open';
  return pending.includes('allowSubmit') ? 'off-until-restart' : 'off';
}
