import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Age } from '../../components/age.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton, useCopy } from '../../components/copy.tsx';
import { State } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { useKeys } from '../../components/shortcuts.tsx';
import { Notice } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { desktop, refusalSentence } from '../../desktop.ts';
import { ServiceControls, ServiceTrouble } from '../../frame/service-controls.tsx';
import { serviceWords } from '../../frame/service-words.ts';
import { formatClock } from '../../text/format.ts';
import { useService } from '../../world/use-world.tsx';
import { HomeSide } from './home-side.tsx';
import './home.css';
import { FirstStart, Notices } from './notices.tsx';
import { RegistryFacts } from './registry-facts.tsx';
import { StartProof } from './start-proof.tsx';

/** Is it serving, where, and what: answered in the first line. */
export function HomeView() {
  const service = useService();
  const copy = useCopy();
  const words = serviceWords(service);
  const { lastStatus: status, address } = service;
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
        <StartProof />
        <ServiceTrouble />
        {service.phase === 'away' && (
          <Notice tone="bad" title={`${service.status.registry.path} is not readable now.`}>
            <p>{service.why} It is looked at again by itself; what was read stays readable.</p>
          </Notice>
        )}
        {desktop === undefined && service.phase === 'failed' && (
          <Notice tone="bad" title="Nothing answers here any more.">
            <p>
              The service was stopped, or its computer sleeps. This page asks again every second and goes on
              by itself. To start it: <code>skills serve</code>
            </p>
          </Notice>
        )}
        <ServiceControls />
        {status !== undefined && <RegistryFacts status={status} alive={alive} />}
        <FirstStart />
      </section>
      <HomeSide alive={alive} address={address} />
    </div>
  );

  function sinceWords(): ReactNode {
    if (service.phase === 'asking') return words.detail;
    const since = formatClock(new Date(service.since).toISOString(), new Date());
    if (alive) return `since ${since}`;
    if (desktop !== undefined) return `${words.detail} since ${since}`.trim();
    if (service.phase !== 'failed') return words.detail;
    return (
      <>
        for <Age since={service.since} />
      </>
    );
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
