import type { DoctorFinding } from '../../contract/clients/connect.ts';
import type { DiscoveryFile } from '../../contract/service/discovery.ts';
import type { DoctorOptions } from './examine.ts';
import { awayFindings, hungFindings, serviceFinding } from './service-findings.ts';

/** What keeps clients from a service at the address that they are sent to; undefined where one of ours answers there. */
export async function addressObstacle(
  options: Pick<
    DoctorOptions,
    'place' | 'target' | 'probe' | 'findPortOwner' | 'silent' | 'away' | 'ownLine'
  >,
): Promise<DoctorFinding | undefined> {
  const { place, target, silent = [], away = [], ownLine } = options;
  const isThere = ({ mcpUrl }: DiscoveryFile) => mcpUrl === target.mcpUrl;
  const forsaken = away.filter(({ file }) => isThere(file));
  const [unfit] = [
    ...awayFindings(forsaken, ownLine),
    ...hungFindings(silent.filter(isThere), place, ownLine),
  ];
  if (unfit !== undefined) return unfit;
  const probe = await options.probe(new URL(target.mcpUrl).origin);
  // Whatever is connected already, the address was asked for.
  return probe === 'ours' ? undefined : serviceFinding(probe, { ...options, clients: [] });
}
