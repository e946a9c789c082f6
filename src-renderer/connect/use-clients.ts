import {
  CLIENT_NAMES,
  MCP_CLIENT_IDS,
  type McpClientId,
} from '../../src-server/contract/clients/client-names.ts';
import type { ClientState } from '../../src-server/contract/clients/connect.ts';
import { desktop } from '../desktop.ts';
import { isSameData } from '../stores/same-data.ts';
import { useService } from '../stores/use-stores.tsx';
import { type ClientProgress, clientProgress, compareProgress } from './client-progress.ts';
import type { Connections } from './use-connections.ts';
import { compareUsual } from './usual-clients.ts';

export interface Client {
  readonly id: McpClientId;
  readonly name: string;
  readonly progress: ClientProgress;
  /** Settings. */
  readonly state: ClientState | undefined;
}

/** Most progress first. Undefined until the settings are read. */
export function useClients({ clients, findings }: Connections): readonly Client[] | undefined {
  const { callers, mcpUrl } = useService(
    ({ status, address }) => ({
      callers: status?.callers,
      mcpUrl: status?.mcpUrl ?? (address && `${address}/mcp`),
    }),
    isSameData,
  );
  if (desktop !== undefined && clients === undefined) return undefined;
  return MCP_CLIENT_IDS.flatMap((id): Client[] => {
    const state = clients?.find((client) => client.id === id);
    if (desktop !== undefined && state === undefined) return [];
    const progress = clientProgress({ id, state, callers, findings, mcpUrl });
    return [{ id, name: state?.name ?? CLIENT_NAMES[id].name, progress, state }];
  }).toSorted((a, b) => compareProgress(a.progress, b.progress) || compareUsual(a.id, b.id));
}
