import type { DoctorFinding } from '../../contract/connect.ts';
import type { DiscoveryFile } from '../../contract/discovery.ts';
import { silentService } from '../../contract/silent-service.ts';
import type { Place } from '../place.ts';
import type { OwnLine } from './own-line.ts';

/** Services whose process lives and that don't answer. */
export function hungFindings(
  silent: readonly DiscoveryFile[],
  { platform }: Place,
  ownLine: OwnLine | undefined,
): readonly DoctorFinding[] {
  return silent.map((file) => {
    const said = silentService(file, platform);
    const { line: _, ...inApp } = said;
    return { severity: 'error', ...(ownLine === undefined ? inApp : said) };
  });
}
