import type { DoctorFinding } from '../../contract/clients/connect.ts';
import type { DiscoveryFile } from '../../contract/service/discovery.ts';
import type { DoctorOptions } from './examine.ts';
import { awayFindings, hungFindings, serviceFinding } from './service-findings.ts';

/** Undefined if our service responds at the clients' address. */
export async function addressObstacle(
  options: Pick<
    DoctorOptions,
    'machine' | 'target' | 'probe' | 'findPortOwner' | 'silent' | 'away' | 'cliLine'
  >,
): Promise<DoctorFinding | undefined> {
  const { machine, target, silent = [], away = [], cliLine } = options;
  const isThere = ({ mcpUrl }: DiscoveryFile) => mcpUrl === target.mcpUrl;
  const forsaken = away.filter(({ file }) => isThere(file));
  const [unfit] = [
    ...awayFindings(forsaken, cliLine),
    ...hungFindings(silent.filter(isThere), machine, cliLine),
  ];
  if (unfit !== undefined) return unfit;
  const probe = await options.probe(new URL(target.mcpUrl).origin);
  // Existing connections don't matter: the user asked for the address.
  return probe === 'ours' ? undefined : serviceFinding(probe, { ...options, clients: [] });
}
