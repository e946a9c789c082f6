import type { CommandState } from '../../contract/clients/command.ts';
import type { DoctorFinding } from '../../contract/clients/connect.ts';
import type { McpClientId } from '../../contract/clients/mcp-clients.ts';
import type { AwayService } from '../../contract/service/away-registry.ts';
import type {
  DiscoveryFile,
  OfflineRegistry,
  ServiceProbe,
  SeveralServices,
} from '../../contract/service/discovery.ts';
import { pointerFiles, strayFiles } from '../pointer/pointer-files.ts';
import { clientFindings } from './client-findings.ts';
import { commandFindings } from './command-findings.ts';
import { firstFindings, isBeforeFirst } from './first-findings.ts';
import { proxyFindings, surroundingFindings } from './machine-findings.ts';
import { pointerFindings } from './pointer-findings.ts';
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
  /** The command that the app installed, or didn't. */
  readonly command: CommandState;
  /** Who answers at a base URL. */
  readonly probe: (baseUrl: string) => Promise<ServiceProbe>;
  /** Absent where one service answers at most. */
  readonly several?: SeveralServices | undefined;
  /** Services whose process lives and that don't answer; default: none. */
  readonly silent?: readonly DiscoveryFile[];
  /** Services that answer while their registry is away; default: none. */
  readonly away?: readonly AwayService[];
  /** Asked if a client starts a program that was told no registry, since it looks at the disk. */
  readonly offline: () => Promise<OfflineRegistry | undefined>;
  /** Clients that are known to be connected in some project. */
  readonly inProjects: () => Promise<ReadonlySet<McpClientId>>;
}

/**
 * Looks for what commonly keeps clients from reaching the service. A finding with a `fix` is gone once that was done;
 * one without is only to be known.
 */
export async function examine(options: DoctorOptions): Promise<readonly DoctorFinding[]> {
  const { place, target, clients, command, several, ownLine, inProjects } = options;
  const probe = await options.probe(new URL(target.mcpUrl).origin);
  const strays = await strayFiles(await pointerFiles(place, clients), inProjects);
  return [
    ...(await serviceFindings(probe, options)),
    ...severalFindings(several, ownLine),
    ...proxyFindings(place),
    ...(probe === 'ours' ? surroundingFindings(place) : []),
    ...commandFindings(command, ownLine),
    ...clients.flatMap((client) => clientFindings(client, probe, ownLine)),
    ...pointerFindings(strays, ownLine),
    ...(await startedFindings(clients, options.offline, ownLine)),
  ];
}

/** Who answers, or why nobody does. */
async function serviceFindings(
  probe: ServiceProbe,
  options: DoctorOptions,
): Promise<readonly DoctorFinding[]> {
  const { place, target, silent = [], away = [], ownLine } = options;
  const unfit = [...awayFindings(away, ownLine), ...hungFindings(silent, place, ownLine)];
  const isNobody = probe === 'none-of-ours';
  // It has the port, so that there is nothing else to say of it.
  if (isNobody && silent.some(({ mcpUrl }) => mcpUrl === target.mcpUrl)) return unfit;
  if (isNobody && isBeforeFirst(options)) {
    const taken = await takenPort(options, 'warning');
    return [...firstFindings(options), ...(taken === undefined ? [] : [taken]), ...unfit];
  }
  // It answers, and has nothing to answer with.
  if (probe === 'ours' && away.some(({ file }) => file.mcpUrl === target.mcpUrl)) return unfit;
  return [await serviceFinding(probe, options), ...unfit];
}
