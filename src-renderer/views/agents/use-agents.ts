import {
  CLIENT_NAMES,
  type ClientState,
  MCP_CLIENT_IDS,
  type McpClientId,
} from '../../../src-server/contract/clients/clients.ts';
import { useClients } from '../../data/use-app.ts';
import { useSkills } from '../../data/use-registry.ts';
import { useService } from '../../data/use-service.ts';
import { desktop } from '../../desktop.ts';
import { clientId, clientName } from './client-name.ts';
import { type ClientProgress, callerProgress, clientProgress, compareProgress } from './client-progress.ts';

export interface Agent {
  readonly id: McpClientId;
  readonly name: string;
  readonly progress: ClientProgress;
  /** Undefined in a browser. */
  readonly state: ClientState | undefined;
}

/** A program that called and is none of the list: its user connected it by hand. */
export interface Stranger {
  readonly name: string;
  readonly progress: ClientProgress;
}

export interface Agents {
  readonly agents: readonly Agent[];
  readonly strangers: readonly Stranger[];
  /** Why the settings can't be read. */
  readonly failed: string | undefined;
  readonly isServing: boolean;
  readonly mcpUrl: string | undefined;
}

/** What needs a change first. Undefined until the settings are read. */
export function useAgents(): Agents | undefined {
  const clients = useClients();
  const { state: service } = useService();
  // The prompt that proves a connection names one.
  const { isLoading } = useSkills();
  const { status, address } = service;
  const mcpUrl = status?.mcpUrl ?? (address && `${address}/mcp`);
  const isRead = desktop === undefined || clients.data !== undefined || clients.isError;
  // Drawn once: nothing moves when the rest is known.
  if (!isRead || isLoading || service.phase === 'asking') return undefined;
  const known = { callers: status?.callers ?? [], mcpUrl, folder: service.folder };
  const agents = MCP_CLIENT_IDS.flatMap((id): Agent[] => {
    const state = clients.data?.find((client) => client.id === id);
    if (desktop !== undefined && state === undefined) return [];
    const progress = clientProgress({ id, state, ...known });
    return [{ id, name: state?.name ?? CLIENT_NAMES[id].name, progress, state }];
  }).toSorted((a, b) => compareProgress(a.progress, b.progress) || usual(a.id) - usual(b.id));
  const strangers = known.callers
    .filter(({ name }) => clientId(name) === undefined)
    .map((caller) => ({ name: clientName(caller.name), progress: callerProgress(caller) }));
  return {
    agents,
    strangers,
    failed: clients.error?.message,
    isServing: service.phase === 'serving' || service.phase === 'away',
    mcpUrl,
  };
}

/** Shown first where the installed programs are unknown. */
const USUAL: readonly McpClientId[] = ['claude-code', 'cursor', 'vscode', 'codex', 'gemini-cli'];

export function isUsual(id: McpClientId): boolean {
  return USUAL.includes(id);
}

function usual(id: McpClientId): number {
  return isUsual(id) ? USUAL.indexOf(id) : USUAL.length;
}
