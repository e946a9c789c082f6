import type { DoctorFinding } from '../../contract/clients/connect.ts';
import type { McpClientId } from '../../contract/clients/mcp-clients.ts';
import type {
  DiscoveryFile,
  OfflineRegistry,
  ServiceProbe,
  SeveralServices,
} from '../../contract/service/discovery.ts';
import type { LostRegistryService } from '../../contract/service/lost-registry.ts';
import { pointerFiles, strayFiles } from '../pointer/pointer-files.ts';
import { clientFindings, pointerFindings } from './client-findings.ts';
import { connectionFindings, isBeforeFirst } from './connection-findings.ts';
import { proxyFindings, surroundingFindings } from './machine-findings.ts';
import {
  awayFindings,
  hungFindings,
  type ServiceOptions,
  serviceFinding,
  severalFindings,
  takenPort,
} from './service-findings.ts';
import { startedFindings } from './started-findings.ts';

export interface DoctorOptions extends ServiceOptions {
  readonly probe: (baseUrl: string) => Promise<ServiceProbe>;
  /** Undefined unless several services respond. */
  readonly several?: SeveralServices | undefined;
  /** Running services without response. Default: empty. */
  readonly silent?: readonly DiscoveryFile[];
  /** Default: empty. */
  readonly away?: readonly LostRegistryService[];
  /** Registry used without a service. Called only if needed. */
  readonly offline: () => Promise<OfflineRegistry | undefined>;
  readonly inProjects: () => Promise<ReadonlySet<McpClientId>>;
}

/** Findings without `fix` are information only. */
export async function examine(options: DoctorOptions): Promise<readonly DoctorFinding[]> {
  const { machine, target, clients, several, cliLine, inProjects } = options;
  const probe = await options.probe(new URL(target.mcpUrl).origin);
  const strays = await strayFiles(await pointerFiles(machine, clients), inProjects);
  return [
    ...(await serviceFindings(probe, options)),
    ...severalFindings(several, cliLine),
    ...proxyFindings(machine),
    ...(probe === 'ours' ? surroundingFindings(machine) : []),
    ...clients.flatMap((client) => clientFindings(client, probe, cliLine)),
    ...pointerFindings(strays, cliLine),
    ...(await startedFindings(clients, options.offline, cliLine)),
  ];
}

async function serviceFindings(
  probe: ServiceProbe,
  options: DoctorOptions,
): Promise<readonly DoctorFinding[]> {
  const { machine, target, silent = [], away = [], cliLine } = options;
  const unfit = [...awayFindings(away, cliLine), ...hungFindings(silent, machine, cliLine)];
  const isNobody = probe === 'none-of-ours';
  // The unresponsive service owns the port, so report only that.
  if (isNobody && silent.some(({ mcpUrl }) => mcpUrl === target.mcpUrl)) return unfit;
  if (isNobody && isBeforeFirst(options)) {
    const taken = await takenPort(options, 'warning');
    return [...connectionFindings(options), ...(taken === undefined ? [] : [taken]), ...unfit];
  }
  // Reports only the missing registry: the service itself responds.
  if (probe === 'ours' && away.some(({ file }) => file.mcpUrl === target.mcpUrl)) return unfit;
  return [await serviceFinding(probe, options), ...unfit];
}

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
