import { arch, hostname, platform, release, userInfo } from 'node:os';
import { type LogEnd, readAppLogs } from '../../connect/doctor/app-logs.ts';
import { type Owner, redact } from '../../connect/doctor/redact.ts';
import { surroundingsOf, thisMachine } from '../../connect/machine.ts';
import { findPortOwner, type PortOwner } from '../../connect/port-owner.ts';
import type { Status } from '../../contract/api/api.ts';
import type { ClientCalls } from '../../contract/clients/client-calls.ts';
import type { ClientState, DoctorFinding } from '../../contract/clients/connect.ts';
import type { DiscoveryFile } from '../../contract/service/discovery.ts';
import { DEFAULT_PORT } from '../../contract/service/service-defaults.ts';
import type { FoundServer } from '../../discovery/discovery-files.ts';
import { version } from '../../version.ts';
import type { CliIo } from '../cli-io.ts';
import { cliLine } from '../own-command.ts';
import { type OwnConnector, ownConnector } from '../own-connector.ts';
import { isHere } from '../text/describe-client.ts';

/** Without private data. */
export interface DoctorReport {
  readonly version: string;
  readonly node: string;
  readonly system: {
    readonly platform: string;
    readonly release: string;
    readonly arch: string;
    /** WSL, container, remote login. */
    readonly inside?: string;
  };
  /** Of the running program. */
  readonly command: string;
  /** Absent if free or unknown. */
  readonly port: { readonly number: number; readonly owner?: PortOwner };
  readonly services: readonly ReportedService[];
  /** Installed only. */
  readonly clients: readonly ReportedClient[];
  readonly findings: readonly DoctorFinding[];
  /** Empty if the app never ran. */
  readonly logs: readonly LogEnd[];
}

export interface ReportedService
  extends Pick<DiscoveryFile, 'url' | 'app' | 'version' | 'pid' | 'startedAt' | 'registry'> {
  /** Busy, hung, or reused process ID. */
  readonly silent?: true;
  /** Absent if silent, or a token is needed. */
  readonly status?: Pick<
    Status,
    'registry' | 'generation' | 'counts' | 'diagnostics' | 'checking' | 'index' | 'submissions'
  >;
}

/** Not `installed`: only our settings entry suggests the client. */
export interface ReportedClient extends Pick<ClientState, 'id' | 'installed' | 'connection'> {
  /** Skills read are private. */
  readonly seen?: Omit<ClientCalls, 'lastRead'>;
}

/** Redacts private data. */
export async function examineAll(io: CliIo): Promise<DoctorReport> {
  const place = thisMachine(io.env);
  const own = await ownConnector(io, undefined);
  const clients = await own.connector.list();
  const [findings, logs, owner] = await Promise.all([
    own.examine(clients),
    readAppLogs(place),
    findPortOwner(DEFAULT_PORT),
  ]);
  const inside = surroundingsOf(place);
  const report: DoctorReport = {
    version,
    node: process.versions.node,
    system: {
      ...{ platform: platform(), release: release(), arch: arch() },
      ...(inside === undefined ? {} : { inside }),
    },
    command: cliLine([], io),
    port: { number: DEFAULT_PORT, ...(owner === undefined ? {} : { owner }) },
    services: reportedServices(own),
    clients: clients.filter(isHere).map(({ id, installed, connection, seen }) => ({
      id,
      installed,
      connection,
      ...(seen === undefined ? {} : { seen: withoutReading(seen) }),
    })),
    ...{ findings, logs },
  };
  return redact(report, machineOwner(place.home));
}

function withoutReading({ lastRead: _, ...seen }: ClientCalls): Omit<ClientCalls, 'lastRead'> {
  return seen;
}

/** Responsive first. */
function reportedServices({
  answering,
  silent,
}: Pick<OwnConnector, 'answering' | 'silent'>): readonly ReportedService[] {
  return [
    ...answering.map(reportedService),
    ...silent.map((file) => ({ ...reportedService({ file }), silent: true as const })),
  ];
}

function reportedService({ file, status }: FoundServer): ReportedService {
  const { url, app, version, pid, startedAt, registry } = file;
  const facts = { url, app, version, pid, startedAt, registry };
  if (status === undefined) return facts;
  const { generation, counts, diagnostics, checking, index, submissions } = status;
  return {
    ...facts,
    status: {
      ...{ registry: status.registry, generation, counts, diagnostics, index, submissions },
      ...(checking === undefined ? {} : { checking }),
    },
  };
}

function machineOwner(home: string): Owner {
  try {
    return { home, user: userInfo().username, host: hostname() };
  } catch {
    return { home, user: '', host: hostname() }; // the system does not know the user
  }
}
