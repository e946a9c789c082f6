import { type ReactNode, useMemo, useState } from 'react';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { type ServiceWords, serviceWords } from '../../../src-main/contract/service-words.ts';
import { useDiagnostics } from '../../data/use-registry.ts';
import { useService } from '../../data/use-service.ts';
import { desktop } from '../../desktop.ts';
import { Page } from '../../layout/layout.tsx';
import { ServeAgain } from '../../layout/serve-again.tsx';
import type { Route } from '../../router/route.ts';
import { Revealed } from '../../text/revealed.tsx';
import { CopyButton } from '../../ui/controls/copy.tsx';
import { QueryView } from '../../ui/lists/query-view.tsx';
import { STATE_OF_TONE, StateDot } from '../../ui/show/marks.tsx';
import { AddFromGit } from './add-from-git.tsx';
import { AddedRegistries } from './added-registries.tsx';
import { BrowserCommands } from './browser-commands.tsx';
import { ChangeFolder } from './change-folder.tsx';
import { EmptyRegistry, isEmptyRegistry } from './empty-registry.tsx';
import { HouseStyle } from './house-style.tsx';
import { JustNow } from './just-now.tsx';
import { NeedsRepair } from './needs-repair.tsx';
import { findRepairs } from './repairs.ts';
import { ServiceActions } from './service-actions.tsx';
import styles from './source.module.css';
import { UpdateReview } from './update-review.tsx';

type Open = 'change-folder' | 'add-from-git';

type SourceRoute = Extract<Route, { readonly view: 'source' }>;

export default function SourceView({ route: { update } }: { readonly route: SourceRoute }) {
  const { state: service } = useService();
  const [open, setOpen] = useState<Open>();
  if (update !== undefined) return <UpdateReview name={update} />;
  const isEmpty = isEmptyRegistry(service);
  const words = serviceWords(service, new Date());
  return (
    <>
      {isEmpty ? (
        <EmptyRegistry folder={service.folder} onOpen={setOpen} />
      ) : (
        <Page
          title={<Sentence words={words} />}
          {...subOf(service, words)}
          {...(desktop !== undefined && {
            actions: (
              <div className={styles.actions}>
                <ServiceActions service={service} words={words} onOpen={setOpen} />
              </div>
            ),
          })}
        >
          {service.phase !== 'silent' && (
            <Address
              address={service.address}
              isAlive={service.phase === 'serving' || service.phase === 'away'}
            />
          )}
          <Problems />
        </Page>
      )}
      {open === 'change-folder' && <ChangeFolder onClose={() => setOpen(undefined)} />}
      {open === 'add-from-git' && <AddFromGit onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Without the app nobody restarts the service: the command that does. */
function subOf(service: ServiceState, { detail }: ServiceWords): { readonly sub?: ReactNode } {
  if (desktop === undefined && service.phase === 'silent') return { sub: <ServeAgain service={service} /> };
  return detail === '' ? {} : { sub: <Revealed text={detail} /> };
}

function Sentence({ words: { tone, sentence } }: { readonly words: ServiceWords }) {
  return (
    <>
      <StateDot state={STATE_OF_TONE[tone]} />
      <span>
        <Revealed text={sentence} />
      </span>
    </>
  );
}

function Address({ address, isAlive }: { readonly address: string | undefined; readonly isAlive: boolean }) {
  if (address === undefined) return null;
  return (
    <p className={styles.address}>
      <span className="muted">Address</span>
      <span className="mono" data-dead={!isAlive || undefined}>
        {address}
      </span>
      {isAlive && <CopyButton text={address} what="the address" />}
    </p>
  );
}

/** What needs repair, the added registries, and the house style last. */
function Problems() {
  const { status, phase } = useService().state;
  const isAnswering = phase === 'serving' || phase === 'away';
  const diagnostics = useDiagnostics();
  const added = new Set(
    status?.registries?.flatMap(({ name, address }) => (address === undefined ? [] : [name])),
  );
  const found = diagnostics.data?.diagnostics;
  const addedNames = [...added].join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the set, which is another each time
  const repairs = useMemo(() => found && findRepairs(found, added), [found, addedNames]);
  // Without a service the heading says so, and nothing below says it again. What stands below would move later.
  const isSettled = status === undefined || !diagnostics.isLoading;
  return (
    <>
      <JustNow repairs={repairs} isChecking={diagnostics.data?.checking !== undefined} />
      {isAnswering && (
        <QueryView of={diagnostics} name="problems" unasked={null}>
          {() => repairs && <NeedsRepair repairs={repairs} added={added} />}
        </QueryView>
      )}
      {isSettled && <AddedRegistries />}
      {isAnswering && repairs && <HouseStyle repairs={repairs} more={diagnostics.data?.more ?? 0} />}
      {desktop === undefined && isSettled && <BrowserCommands hasAdded={added.size > 0} />}
    </>
  );
}
