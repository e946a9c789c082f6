import type { DoctorFinding } from '../../contract/connect.ts';
import type { DiscoveryFile } from '../../contract/discovery.ts';
import { silentService } from '../../contract/silent-service.ts';
import type { Place } from '../place.ts';

/** Services whose process lives and that don't answer. */
export function hungFindings(
  silent: readonly DiscoveryFile[],
  { platform }: Place,
): readonly DoctorFinding[] {
  return silent.map((file) => ({ severity: 'error', ...silentService(file, platform) }));
}
