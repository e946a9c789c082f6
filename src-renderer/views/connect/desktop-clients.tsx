import { useCallback, useEffect, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/ipc/contract.ts';
import type { ClientState } from '../../../src-server/contract/connect.ts';
import { Notice, SkeletonRows } from '../../components/states.tsx';
import { refusalSentence } from '../../desktop.ts';
import { useActivity, useService } from '../../world/use-world.tsx';
import { ClientRow } from './client-row.tsx';
import { clientWords, lastSeen, sortClients } from './client-words.ts';
import { ConnectionDoctor } from './connection-doctor.tsx';
import { DesktopWays } from './desktop-ways.tsx';

/** "Asked 5 s ago" is kept true this often. */
const TICK_MS = 5_000;

/** The clients of this computer, what their settings say, and who has asked. */
export function DesktopClients({ bridge }: { readonly bridge: DesktopBridge }) {
  const { clients, failed, reload } = useClients(bridge);
  const activity = useActivity().value;
  const now = useNow();
  if (failed !== undefined) {
    return (
      <div className="connect-notice">
        <Notice tone="bad" title={failed} />
      </div>
    );
  }
  if (clients === undefined) return <SkeletonRows rows={9} />;
  const events = activity?.events ?? [];
  return (
    <>
      <section className="clients" aria-labelledby="clients-title">
        <h2 id="clients-title" className="cap">
          IDEs and agents
        </h2>
        {activity !== undefined && !(activity.available && activity.recording) && (
          <p className="soft">
            {activity.available
              ? 'Recording is off, so requests are not seen here and no row turns green.'
              : 'Another process serves, so requests are not seen here and no row turns green.'}
          </p>
        )}
        <ul>
          {sortClients(clients).map((client) => (
            <ClientRow
              key={client.id}
              name={client.name}
              words={clientWords(client, lastSeen(client, events), Math.max(now, Date.now()))}
            >
              <DesktopWays bridge={bridge} client={client} onChange={reload} />
            </ClientRow>
          ))}
        </ul>
      </section>
      <ConnectionDoctor bridge={bridge} />
    </>
  );
}

/** Read when the view opens, when the service moves, and after each change. */
function useClients(bridge: DesktopBridge) {
  const url = useService((service) =>
    service.phase === 'serving' || service.phase === 'away' ? service.address : undefined,
  );
  const [clients, setClients] = useState<readonly ClientState[]>();
  const [failed, setFailed] = useState<string>();
  const reload = useCallback(() => {
    bridge.getClients().then(
      (found) => {
        setClients(found);
        setFailed(undefined);
      },
      (error: unknown) => setFailed(refusalSentence(error)),
    );
  }, [bridge]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address makes other settings the right ones
  useEffect(reload, [reload, url]);
  return { clients, failed, reload };
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
