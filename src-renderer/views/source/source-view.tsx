import { ExternalLink, FolderOpen, Link, Play, RotateCw, ScrollText, Settings, Square } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  type ServiceAction,
  type ServiceState,
  type ServiceWords,
  serviceWords,
} from '../../../src-main/contract/service-state.ts';
import { useCommand, useSettings } from '../../data/bridge.ts';
import { desktop } from '../../data/host.ts';
import { useDiagnostics, useService } from '../../data/registry.ts';
import { commandWords, stopLine } from '../../domain/command-lines.ts';
import { Page, Row, Section, Stack } from '../../layout/layout.tsx';
import {
  RefusedFolder,
  ServeAgain,
  ServeInstead,
  useIsOfApp,
  useRegistryChoice,
} from '../../layout/serve-registry.tsx';
import { navigate, type Route } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { STATE_OF_TONE, StateDot } from '../../ui/marks.tsx';
import { useToast } from '../../ui/notice.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { AddFromGit } from './add-from-git.tsx';
import { AddedRegistries } from './added-registries.tsx';
import { EmptyRegistry, isEmptyRegistry } from './empty-registry.tsx';
import { HouseStyle, JustNow, NeedsRepair } from './needs-repair.tsx';
import { findRepairs } from './repairs.ts';
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
        <EmptyRegistry service={service} onOpen={setOpen} />
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
          {words.progress !== undefined && <Progress of={words.progress} label={words.line} />}
          <Problems />
        </Page>
      )}
      {open === 'change-folder' && <ChangeFolder onClose={() => setOpen(undefined)} />}
      {open === 'add-from-git' && <AddFromGit onClose={() => setOpen(undefined)} />}
    </>
  );
}

/**
 * Returns the line below the sentence. Without the app nobody restarts the service, so it has the command that does.
 */
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

function Progress({
  of: { done, total },
  label,
}: {
  readonly of: { readonly done: number; readonly total: number };
  readonly label: string;
}) {
  return <progress className={styles.progress} value={done} max={total} aria-label={label} />;
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

/** What needs repair, the added registries, and the house style at the end. */
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

/**
 * What a page in a browser can't do, which changes nothing: the commands that do, and what only the app does with its
 * own service.
 */
function BrowserCommands({ hasAdded }: { readonly hasAdded: boolean }) {
  const { port, phase } = useService().state;
  const command = commandWords();
  const isOfApp = useIsOfApp();
  return (
    <Section
      title={isOfApp ? 'In the app and in a terminal' : 'In a terminal'}
      aside="a page in a browser changes nothing"
    >
      <dl className={styles.commands}>
        <dt>Serve another folder</dt>
        <dd>
          <ServeInstead what="-r <folder>" />
        </dd>
        <dt>Add a registry from Git</dt>
        <dd>
          <CommandLine line={`${command} registry add <address>`} isTemplate />
        </dd>
        {hasAdded && (
          <>
            <dt>Look for updates, and take them</dt>
            <dd>
              <CommandLine line={`${command} registry update`} />
            </dd>
          </>
        )}
        {phase !== 'silent' && <StopLine port={port} isOfApp={isOfApp} />}
        <dt>Settings, such as port and submissions</dt>
        <dd>
          {isOfApp ? (
            <span className="soft">In the app: Settings.</span>
          ) : (
            <CommandLine line={`${command} serve --help`} />
          )}
        </dd>
        <dt>Theme</dt>
        <dd className="soft">Light or dark, as your system says.</dd>
      </dl>
    </Section>
  );
}

/** The command that stops the service. Of one that has ended nothing is left to stop. */
function StopLine({ port, isOfApp }: { readonly port: number | undefined; readonly isOfApp: boolean }) {
  return (
    <>
      <dt>Stop</dt>
      <dd>
        {isOfApp ? (
          <span className="soft">In the app, under Source, or by quitting it.</span>
        ) : (
          <CommandLine line={stopLine(port)} />
        )}
      </dd>
    </>
  );
}

const ACTION_LOOKS = {
  start: ['Start', Play],
  stop: ['Stop', Square],
  restart: ['Restart', RotateCw],
  'try-again': ['Try again', RotateCw],
  'change-folder': ['Change folder…', FolderOpen],
  'add-from-git': ['Add from Git…', Link],
  'open-its-page': ['Open its page', ExternalLink],
  'other-port': ['Use another port', undefined],
  'change-address': ['Change the address', Settings],
  'show-log': ['Show the log', ScrollText],
} as const satisfies Readonly<Record<ServiceAction, readonly [string, unknown]>>;

const QUIET_ACTIONS: ReadonlySet<ServiceAction> = new Set(['stop', 'restart', 'show-log']);

/** The actions of the service: the next step is black, and what stops something is quiet. */
function ServiceActions({
  service,
  words: { next, actions },
  onOpen,
}: {
  readonly service: ServiceState;
  readonly words: ServiceWords;
  readonly onOpen: (dialog: 'change-folder' | 'add-from-git') => void;
}) {
  const toast = useToast();
  const start = useCommand('startServer');
  const stop = useCommand('stopServer');
  const restart = useCommand('restartServer');
  const serveOnPort = useCommand('serveOnPort');
  const openExternal = useCommand('openExternal');
  const showLogs = useCommand('showLogs');
  const busy = [start, stop, restart, serveOnPort].some(({ isPending }) => isPending);
  const refused = { onError: ({ message }: Error) => toast(message, 'refused') };
  const failure = service.phase === 'failed' ? service.failure : undefined;
  const act = (action: ServiceAction) => {
    switch (action) {
      case 'start':
      case 'try-again':
        return start.mutate(null, refused);
      case 'stop':
        return stop.mutate(null, refused);
      case 'restart':
        return restart.mutate(null, refused);
      case 'change-folder':
      case 'add-from-git':
        return onOpen(action);
      case 'open-its-page':
        return openExternal.mutate({ url: failure?.servedAt ?? '' }, refused);
      case 'other-port':
        return serveOnPort.mutate({ port: failure?.nextFreePort ?? 0 }, refused);
      case 'change-address':
        return navigate({ view: 'settings' });
      case 'show-log':
        return showLogs.mutate(null, refused);
    }
  };
  return [...(next === undefined ? [] : [next]), ...actions].map((action) => {
    const [label, icon] = ACTION_LOOKS[action];
    return (
      <Button
        key={action}
        kind={action === next ? 'primary' : QUIET_ACTIONS.has(action) ? 'quiet' : 'plain'}
        icon={icon}
        busy={busy}
        onClick={() => act(action)}
      >
        {action === 'other-port' ? `Use ${failure?.nextFreePort}` : label}
      </Button>
    );
  });
}

/** The dialog for another folder. It closes once the folder is served, or is to be. */
export function ChangeFolder({ onClose }: { readonly onClose: () => void }) {
  const [path, setPath] = useState('');
  const choice = useRegistryChoice(onClose);
  const { busy, refusal, choose, open, openSample } = choice;
  useEffect(() => {
    if (refusal !== undefined) setPath(refusal.path);
  }, [refusal]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '' && !busy) open(path.trim());
  };
  return (
    <Dialog title="Change folder" onClose={onClose}>
      <Stack gap={4}>
        <p className="soft">
          The folder stays where it is. It is read, watched for changes, and served on this computer only.
        </p>
        <Row>
          <Button kind="primary" icon={FolderOpen} busy={busy} onClick={choose}>
            Choose a folder…
          </Button>
          <Button busy={busy} onClick={openSample}>
            Take the sample
          </Button>
        </Row>
        <form className={styles.field} onSubmit={onSubmit}>
          <TextField
            label="Or its path"
            value={path}
            placeholder="~/code/skills-registry"
            onChange={({ currentTarget }) => setPath(currentTarget.value)}
          />
          <Button type="submit" busy={busy}>
            Serve it
          </Button>
        </form>
        <RefusedFolder choice={choice} />
        <Recent busy={busy} onOpen={open} />
      </Stack>
    </Dialog>
  );
}

function Recent({ busy, onOpen }: { readonly busy: boolean; readonly onOpen: (path: string) => void }) {
  const recent = useSettings().data?.recentRegistries.filter(({ current }) => !current) ?? [];
  const forget = useCommand('forgetRegistry');
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-title">
      <h3 id="recent-title">Served before</h3>
      <ul className={styles.recent}>
        {recent.map((registry) => (
          <li key={registry.path}>
            <TextButton disabled={busy} onClick={() => onOpen(registry.path)}>
              <Revealed text={registry.path} />
            </TextButton>
            {!registry.reachable && <span className="muted">not reachable now</span>}
            <Button
              kind="quiet"
              aria-label={`Forget ${registry.path}`}
              onClick={() => forget.mutate({ path: registry.path })}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
