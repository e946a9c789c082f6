import { CornerDownLeft, FolderOpen, Package } from 'lucide-react';
import { type CSSProperties, type FormEvent, useEffect, useId, useState } from 'react';
import type { DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import { Button, LinkButton } from '../components/button.tsx';
import { DropTarget } from '../components/drop-target.tsx';
import { TextField } from '../components/fields.tsx';
import { Icon } from '../components/icon.tsx';
import { Sheet } from '../components/sheet.tsx';
import { KeyHint } from '../components/shortcuts.tsx';
import { Empty, Notice, SkeletonRows } from '../components/states.tsx';
import { desktop } from '../desktop.ts';
import { type DroppedRegistry, droppedRegistry, setDroppedRegistry } from '../folders/dropped-registry.ts';
import { ServeCommand } from '../frame/serve-command.tsx';
import { useStore } from '../stores/use-store.ts';
import { useService } from '../stores/use-stores.tsx';
import { plural } from '../text/format.ts';
import { Revealed } from '../text/revealed.tsx';
import { RecentRegistries } from './recent-registries.tsx';
import { Refused } from './refused.tsx';
import styles from './registry-picker.module.css';
import { NotServing, Opening } from './service-on-the-way.tsx';
import { StartPage } from './start-page.tsx';
import { useRegistryChoice } from './use-registry-choice.ts';

export default function RegistryPicker() {
  // Ask about a drop only once.
  useEffect(() => () => setDroppedRegistry(undefined), []);
  return desktop === undefined ? <ServedRegistry /> : <Picker bridge={desktop} />;
}

/** A browser can't choose. */
function ServedRegistry() {
  const status = useService(({ status }) => status);
  const phase = useService((service) => service.phase);
  const dropped = useStore(droppedRegistry);
  if (status === undefined && phase === 'asking') return <SkeletonRows rows={3} />;
  return (
    <Sheet whole>
      <Empty
        whole
        title={
          dropped === undefined ? (
            DECIDED
          ) : (
            <>
              <Revealed text={dropped.name} /> is a registry. {DECIDED}
            </>
          )
        }
        actions={
          status !== undefined && (
            <LinkButton look="main" href="#/browse">
              Browse {plural(status.counts.skills, 'skill')}
            </LinkButton>
          )
        }
      >
        <p>
          {status !== undefined && (
            <>
              It serves{' '}
              <code>
                <Revealed text={status.registry.path} />
              </code>
              .{' '}
            </>
          )}
          To serve another folder, restart the service:
        </p>
        <p>
          <ServeCommand />
        </p>
      </Empty>
    </Sheet>
  );
}

const DECIDED = 'This folder was chosen on the command line.';

function Picker({ bridge }: { readonly bridge: DesktopBridge }) {
  const dropped = useStore(droppedRegistry);
  const [path, setPath] = useState(dropped?.path ?? '');
  const choice = useRegistryChoice(bridge, false, setPath);
  const { busy, open, choose } = choice;
  return (
    <StartPage
      title="Which folder holds your skills?"
      text="It stays where it is. The app reads it, watches it for changes and serves it on this computer only."
    >
      <NotServing />
      {dropped !== undefined && <Dropped registry={dropped} busy={busy} onOpen={open} />}
      <section className={styles.pickDrop} aria-label="Choose a folder">
        <div className={styles.dropLine}>
          <Icon of={FolderOpen} />
          <span>
            <b>Drop a folder anywhere in this window</b>
            <small>or choose one, or type its path</small>
          </span>
          <Button look={dropped === undefined ? 'main' : 'plain'} aria-disabled={busy} onClick={choose}>
            Choose folder… <KeyHint>O</KeyHint>
          </Button>
        </div>
        <PathForm path={path} refused={choice.refusal !== undefined} onChange={setPath} onOpen={open} />
        {busy && <Opening />}
        <Refused choice={choice} />
      </section>
      <div className={styles.pickMore}>
        <RecentRegistries bridge={bridge} onOpen={open} />
        <Sample busy={busy} onOpen={choice.openSample} />
        <Levels />
      </div>
      {choice.isDragging && (
        <DropTarget title="Let go to look inside">
          A registry, one skill, or a repository with a <code>.skills</code> folder. Nothing is copied or
          changed.
        </DropTarget>
      )}
    </StartPage>
  );
}

/** Asks for confirmation: agents use the current registry. */
function Dropped({
  registry: { name, path },
  busy,
  onOpen,
}: {
  readonly registry: DroppedRegistry;
  readonly busy: boolean;
  readonly onOpen: (path: string) => void;
}) {
  return (
    <Notice
      tone="still"
      mark="state-seen"
      title={
        <>
          <Revealed text={name} /> is a registry.
        </>
      }
      action={
        path !== '' && (
          <Button look="main" aria-disabled={busy} onClick={() => onOpen(path)}>
            Serve it
          </Button>
        )
      }
    >
      <p>It would replace the folder that is served now.</p>
    </Notice>
  );
}

function Sample({ busy, onOpen }: { readonly busy: boolean; readonly onOpen: () => void }) {
  return (
    <section aria-labelledby="sample-title">
      <h2 id="sample-title" className="cap">
        No skills yet?
      </h2>
      <p className="soft">The sample has complete skills to read and to copy from.</p>
      <Button className={styles.sample} aria-disabled={busy} onClick={onOpen}>
        <Icon of={Package} />
        Open the sample
      </Button>
    </section>
  );
}

function PathForm({
  path,
  refused,
  onChange,
  onOpen,
}: {
  readonly path: string;
  readonly refused: boolean;
  readonly onChange: (path: string) => void;
  readonly onOpen: (path: string) => void;
}) {
  const id = useId();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '') onOpen(path.trim());
  };
  return (
    <form className={styles.pickPath} onSubmit={onSubmit}>
      <label htmlFor={id} className="cap">
        Path
      </label>
      <TextField
        id={id}
        className="mono"
        value={path}
        placeholder="~/code/skills-registry"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={refused}
        {...(refused ? { 'aria-describedby': 'refusal' } : {})}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button type="submit">
        <Icon of={CornerDownLeft} />
        Open
      </Button>
    </form>
  );
}

const LEVELS = ['skills-registry/', 'skills/', 'rust/', 'tokio-rs/tokio/'] as const;

function Levels() {
  return (
    <section className={styles.levels} aria-labelledby="levels-title">
      <h2 id="levels-title" className="cap">
        Any of these levels will do
      </h2>
      <ol>
        {LEVELS.map((name, depth) => (
          <li
            key={name}
            data-leaf={depth === LEVELS.length - 1 || undefined}
            style={{ '--depth': depth } as CSSProperties}
          >
            <code>{name}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
