import { type AwayService, awayRegistry } from '../../contract/away-registry.ts';
import type { DoctorFinding } from '../../contract/connect.ts';
import type { OwnLine } from './own-line.ts';

/** Services that answer while their registry is away. */
export function awayFindings(
  away: readonly AwayService[],
  ownLine: OwnLine | undefined,
): readonly DoctorFinding[] {
  return away.map((service) => ({ severity: 'error', ...awayRegistry(service, ownLine) }));
}
