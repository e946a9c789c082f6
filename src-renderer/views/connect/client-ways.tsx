import { useState } from 'react';
import type { ClientRequest, DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { ClientState } from '../../../src-server/contract/clients/connect.ts';
import {
  type ConnectTarget,
  clientSnippet,
  MCP_CLIENTS,
} from '../../../src-server/contract/clients/mcp-clients.ts';
import { Button } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Notice, ResultNotice } from '../../components/states.tsx';
import { useAction } from '../../components/use-action.ts';
import { useQuery } from '../../components/use-query.ts';
import { browserTarget, writeLine } from '../../connect/browser-way.ts';
import type { Client } from '../../connect/use-clients.ts';
import { desktop } from '../../desktop.ts';
import { useService } from '../../stores/use-stores.tsx';
import { Difference } from './difference.tsx';
import { PointerChange } from './pointer-change.tsx';
import { Snippet } from './snippet.tsx';
import { Way } from './way.tsx';
export function ClientWays({ client, onChange }: { readonly client: Client; readonly onChange: () => void }) {
  const mcpUrl = useService(({ status, address }) => status?.mcpUrl ?? (address && `${address}/mcp`));
  if (desktop !== undefined && client.state !== undefined)
    return <DesktopWays bridge={desktop} state={client.state} onChange={onChange} />;
  if (mcpUrl === undefined)
    return <Notice tone="care" title="The service has no address yet: it does not answer." />;
  return <BrowserWays client={client} target={browserTarget(mcpUrl)} />;
}

/** A browser can't read settings. */
function BrowserWays({
  client: { id, name },
  target,
}: {
  readonly client: Client;
  readonly target: ConnectTarget;
}) {
  const kind = MCP_CLIENTS[id];
  const snippet = clientSnippet(kind, target);
  return (
    <>
      {snippet === undefined ? (
        <Way title="In a terminal">
          <CommandLine line={writeLine(id)} />
          <span className="muted">
            It starts a helper program, and this page can’t know where that program is on your computer.
          </span>
        </Way>
      ) : (
        <Way title="By hand">
          <Snippet name={name} text={snippet} place={kind.place} />
        </Way>
      )}
      {kind.note !== undefined && <p className="soft">{kind.note}</p>}
    </>
  );
}

function DesktopWays({
  bridge,
  state,
  onChange,
}: {
  readonly bridge: DesktopBridge;
  readonly state: ClientState;
  readonly onChange: () => void;
}) {
  const [round, setRound] = useState(0);
  const { result, run } = useAction(() => {
    setRound((before) => before + 1);
    onChange();
  });
  const { id, name, writable, note } = state;
  return (
    <>
      <ResultNotice of={result}>
        {result?.ok && (
          <p>Restart {name} and ask it the prompt on Home: its row changes with its first call.</p>
        )}
      </ResultNotice>
      {writable && (
        <SettingsChange
          bridge={bridge}
          state={state}
          key={round}
          onWrite={(request, token) => run(() => bridge.connectClient({ ...request, token }))}
        />
      )}
      {id === 'claude-desktop' && (
        <Way title="As a bundle">
          <Button onClick={() => run(() => bridge.openClientBundle())}>Open in Claude Desktop</Button>
          <span className="muted">Claude Desktop asks before it installs anything.</span>
        </Way>
      )}
      {state.snippet !== undefined && (
        <Way title="By hand">
          <Snippet name={name} text={state.snippet} place={state.place} />
        </Way>
      )}
      {state.takesPointer && (
        <Way title="Tell it to ask by itself">
          <ClientPointer bridge={bridge} state={state} />
        </Way>
      )}
      {note !== undefined && <p className="soft">{note}</p>}
    </>
  );
}

/** For all projects. */
function ClientPointer({
  bridge,
  state: { id, name },
}: {
  readonly bridge: DesktopBridge;
  readonly state: ClientState;
}) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PointerChange bridge={bridge} target={{ scope: 'user', client: id }} name={name} />;
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Show the pointer for ${name}`}>
        Show the pointer
      </Button>
      <span className="muted">A few lines among its rules for all projects say when to ask.</span>
    </>
  );
}

/** Previewed on opening and after actions. */
function SettingsChange({
  bridge,
  state: { id, name, ways, connection },
  onWrite,
}: {
  readonly bridge: DesktopBridge;
  readonly state: ClientState;
  readonly onWrite: (request: ClientRequest, token: string) => void;
}) {
  const [request, setRequest] = useState<ClientRequest>({ client: id });
  const { value: shown, failed } = useQuery(
    // A write belongs to the shown preview, not to a request that waits for its own.
    async () => ({ request, preview: await bridge.previewClient(request) }),
    JSON.stringify(request),
  );
  const by = request.way ?? ('by' in connection ? connection.by : ways[0]);
  const isThere = connection.state !== 'absent' && connection.state !== 'unreadable';
  return (
    <>
      {(ways.length > 1 || isThere) && (
        <p className="actions">
          {ways.length > 1 && by !== undefined && (
            <Segmented
              label={`How ${name} is connected`}
              options={WAYS}
              value={by}
              onChange={(way) => setRequest({ client: id, way })}
            />
          )}
          {isThere && !request.remove && (
            <Button
              look="bare"
              aria-label={`Disconnect ${name}`}
              onClick={() => setRequest({ client: id, remove: true })}
            >
              Disconnect…
            </Button>
          )}
        </p>
      )}
      {failed !== undefined && <Notice tone="care" title={failed} />}
      {failed === undefined && shown && (
        <Difference
          label={`Change of the settings of ${name}`}
          preview={shown.preview}
          onWrite={(token) => onWrite(shown.request, token)}
        />
      )}
    </>
  );
}

const WAYS = [
  ['address', 'By address'],
  ['command', 'By command'],
] as const;
