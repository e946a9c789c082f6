import { useState } from 'react';
import type { DesktopBridge } from '../../../src-main/ipc/contract.ts';
import type { ChangePreview, ClientState, ConnectResult } from '../../../src-server/contract/connect.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/states.tsx';
import { refusalSentence } from '../../desktop.ts';
import { Way } from './client-row.tsx';
import { Difference } from './difference.tsx';
import { Snippet } from './snippet.tsx';

type Do = (action: () => Promise<ConnectResult | null>) => void;

/** The ways to connect one client from here, the quickest first. */
export function DesktopWays({
  bridge,
  client,
  onChange,
}: {
  readonly bridge: DesktopBridge;
  readonly client: ClientState;
  readonly onChange: () => void;
}) {
  const [result, setResult] = useState<ConnectResult>();
  const [preview, setPreview] = useState<ChangePreview>();
  const { id, name, deepLink, command, connection, writable, undoable, note } = client;
  const run: Do = (action) => {
    action()
      .catch((error: unknown): ConnectResult => ({ ok: false, message: refusalSentence(error) }))
      .then((outcome) => {
        setResult(outcome ?? undefined);
        setPreview(undefined);
        onChange();
      });
  };
  const show = () => {
    setResult(undefined);
    bridge
      .previewClient({ client: id })
      .then(setPreview, (error: unknown) => setPreview({ ok: false, reason: refusalSentence(error) }));
  };
  return (
    <>
      {connection.state === 'unreadable' && <p className="soft">{connection.reason} It is not touched.</p>}
      {connection.state === 'outdated' && (
        <p className="soft">
          Its settings say <code>{connection.says || 'no address that it understands'}</code>.
        </p>
      )}
      {deepLink !== undefined && (
        <Way title="By a link">
          <Button look="main" onClick={() => run(() => bridge.openExternal({ url: deepLink }))}>
            Add to {name}
          </Button>
          <span className="muted">{name} asks before it adds anything.</span>
        </Way>
      )}
      {id === 'claude-desktop' && (
        <Way title="As a bundle">
          <Button look="main" onClick={() => run(() => bridge.openClientBundle())}>
            Open in Claude Desktop
          </Button>
          <span className="muted">Claude Desktop asks before it installs anything.</span>
        </Way>
      )}
      {command?.available && (
        <Way title="By its own command">
          <code className="command">{command.line}</code>
          <Button onClick={() => run(() => bridge.runClientCommand({ client: id }))}>Run it</Button>
        </Way>
      )}
      {writable && (
        <Way title="In its settings">
          {preview === undefined ? (
            <Button onClick={show}>Show the change</Button>
          ) : (
            <Difference
              name={name}
              preview={preview}
              onWrite={(token) => run(() => bridge.connectClient({ client: id, token }))}
              onCancel={() => setPreview(undefined)}
            />
          )}
          {undoable && preview === undefined && (
            <Button look="bare" onClick={() => run(() => bridge.undoClient({ client: id }))}>
              Take the last change back
            </Button>
          )}
        </Way>
      )}
      {result !== undefined && (
        <Notice
          tone={result.ok ? 'good' : 'bad'}
          mark={result.ok ? 'done' : 'severity-error'}
          title={result.message}
        />
      )}
      <Way title="By hand">
        <Snippet name={name} text={client.snippet} place={client.place} />
      </Way>
      {note !== undefined && <p className="soft">{note}</p>}
    </>
  );
}
