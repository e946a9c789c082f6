import type { Service } from '../../world/service.ts';

/** Whether the service takes skills now. */
export type ImportGate =
  | 'open'
  /** Nothing is known yet. */
  | 'asking'
  | 'silent'
  | 'off'
  /** The desktop's setting is on, but the service that runs was started before. */
  | 'off-until-restart'
  /** What is served is no registry, but a skill or a library's own folder. */
  | 'no-registry';

/** Decided from what the service says, and from the desktop's settings that wait for its restart. */
export function importGate(service: Service): ImportGate {
  if (service.phase === 'asking') return 'asking';
  if (service.phase !== 'serving' && service.phase !== 'away') return 'silent';
  const { status, pending } = service;
  const { layout } = status.registry;
  if (layout !== 'registry' && layout !== 'flat') return 'no-registry';
  if (status.submissions) return 'open';
  return pending.includes('allowSubmit') ? 'off-until-restart' : 'off';
}
