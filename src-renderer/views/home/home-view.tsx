import { ExternalLink } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { CopyButton, useCopy } from '../../components/copy.tsx';
import { State } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { useKeys } from '../../components/shortcuts.tsx';
import { Notice } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { desktop, refusalSentence } from '../../desktop.ts';
import { ServerControls, ServerTrouble } from '../../service/server-controls.tsx';
import { useService } from '../../service/service-context.tsx';
import { lastStatus } from '../../service/service-state.ts';
import { baseUrl, serviceWords } from '../../service/service-words.ts';
import { useNow } from '../../service/use-now.ts';
import { formatAge, formatClock } from '../../text/format.ts';
import { HomeSide } from './home-side.tsx';
import './home.css';
import { FirstStart, Notices } from './notices.tsx';
import { RegistryFacts } from './registry-facts.tsx';
import { proofSteps, StartProof } from './start-proof.tsx';

/** Is it serving, where, and what: answered in the first line. */
export function HomeView() {
  const { state, server } = useService();
  const now = useNow();
  const copy = useCopy();
  const words = serviceWords(state, server);
  const status = lastStatus(state);
  const address = baseUrl(state, server, location) ?? (server && `http://${server.host}:${server.port}`);
  const alive = words.tone === 'good';
  useKeys({ c: address && alive ? () => void copy(address, 'Copied the address') : undefined });
  return (
    <div className="home">
      <section className="lead" aria-labelledby="service-state">
        <Notices />
        <h1 id="service-state" className="lamp">
          <State tone={words.tone} mark={words.mark}>
            {words.word}
          </State>
          <span className="muted number">{sinceWords()}</span>
        </h1>
        {address !== undefined && (
          <p className="address">
            <span className={`figure mono${alive ? '' : words.tone === 'bad' ? ' off' : ' idle'}`}>
              {address}
            </span>
            {alive && (
              <>
                <CopyButton text={address} said="Copied the address">
                  Copy <kbd>C</kbd>
                </CopyButton>
                <OpenInBrowser address={address} />
              </>
            )}
          </p>
        )}
        <StartProof steps={proofSteps(state, server, now)} />
        <ServerTrouble />
        {state.phase === 'registry-away' && (
          <Notice tone="bad" title={`${state.status.registry.path} is not readable now.`}>
            <p>
              {state.status.registry.reason ?? 'The folder is not there.'} It is looked at again by itself;
              what was read stays readable.
            </p>
          </Notice>
        )}
        {desktop === undefined && state.phase === 'silent' && (
          <Notice tone="bad" title="Nothing answers here any more.">
            <p>
              The service was stopped, or its computer sleeps. This page asks again every second and goes on
              by itself. To start it: <code>skills serve</code>
            </p>
          </Notice>
        )}
        <ServerControls />
        {status !== undefined && <RegistryFacts status={status} alive={alive} />}
        <FirstStart />
      </section>
      <HomeSide alive={alive} address={address} />
    </div>
  );

  function sinceWords(): string {
    if (alive && status !== undefined) return `since ${formatClock(status.startedAt, new Date(now))}`;
    if (server !== undefined)
      return `${words.detail} since ${formatClock(server.since, new Date(now))}`.trim();
    return state.phase === 'silent' ? `for ${formatAge(now - state.since)}` : words.detail;
  }
}

function OpenInBrowser({ address }: { readonly address: string }) {
  const toast = useToast();
  if (desktop === undefined) return null;
  return (
    <Button
      iconOnly
      aria-label="Open in the browser"
      title="Open in the browser"
      onClick={() =>
        desktop?.openExternal({ url: address }).catch((error: unknown) => toast(refusalSentence(error)))
      }
    >
      <Icon of={ExternalLink} />
    </Button>
  );
}
