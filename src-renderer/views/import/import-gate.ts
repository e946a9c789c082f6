import type { Status } from '../../../src-server/contract/api.ts';

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

/** Decided from what the service last said, and from the desktop's settings that wait for its restart. */
export function importGate(
  status: Status | undefined,
  isSilent: boolean,
  pending: readonly string[] = [],
): ImportGate {
  if (isSilent) return 'silent';
  if (status === undefined) return 'asking';
  const { layout } = status.registry;
  if (layout !== 'registry' && layout !== 'flat') return 'no-registry';
  if (status.submissions) return 'open';
  return pending.includes('allowSubmit') ? 'off-until-restart' : 'off';
}
