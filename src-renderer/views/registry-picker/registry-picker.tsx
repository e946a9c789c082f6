import { ArrowRight, CornerDownLeft, FolderOpen, Package, X } from 'lucide-react';
import { type CSSProperties, type FormEvent, useEffect, useId, useState } from 'react';
import type { DesktopBridge, RecentRegistry, SetRegistryResult } from '../../../src-main/ipc/contract.ts';
import { DropTarget } from '../../components/drop-target.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { useKeys } from '../../components/shortcuts.tsx';
import { Empty, SkeletonRows } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { desktop, refusalSentence } from '../../desktop.ts';
import { navigate } from '../../route/use-route.ts';
import { useService } from '../../service/service-context.tsx';
import { lastStatus } from '../../service/service-state.ts';
import { plural } from '../../text/format.ts';
import './registry-picker.css';
import { useFolderDrop } from './use-folder-drop.ts';

/** Which folder to serve: by button, by dropping it, by its path, from before, or the sample. */
export default function RegistryPicker() {
  return desktop === undefined ? <ServedRegistry /> : <Picker bridge={desktop} />;
}

/** A browser can't choose; it shows what was chosen, and how to choose another. */
function ServedRegistry() {
  const { state } = useService();
  const status = lastStatus(state);
  if (status === undefined) return <SkeletonRows rows={3} />;
  return (
    <div className="sheet full">
      <Empty
        whole
        title="Which folder is served was decided where the service was started."
        actions={
          <a className="button main" href="#/browse">
            Browse {plural(status.counts.skills, 'skill')}
          </a>
        }
      >
        <p>
          It serves <code>{status.registry.path}</code>. For another one, start it again:
        </p>
        <p>
          <code>skills serve --registry &lt;folder&gt;</code>
        </p>
      </Empty>
    </div>
  );
}

type Refusal = Extract<SetRegistryResult, { outcome: 'refused' }>;

function Picker({ bridge }: { readonly bridge: DesktopBridge }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [failed, setFailed] = useState<string>();
  const [path, setPath] = useState('');
  const pick = async (choose: () => Promise<SetRegistryResult>) => {
    if (busy) return;
    setBusy(true);
    setFailed(undefined);
    try {
      const result = await choose();
      if (result.outcome === 'ok') {
        toast(`Serving ${result.path}`);
        navigate({ view: 'home' });
      } else if (result.outcome === 'refused') {
        setRefusal(result);
        setPath(result.path);
      }
    } catch (error) {
      setFailed(refusalSentence(error));
    } finally {
      setBusy(false);
    }
  };
  const open = (folder: string) => void pick(() => bridge.setRegistry({ path: folder }));
  const choose = () => void pick(bridge.chooseRegistry);
  const dragging = useFolderDrop(bridge, open, () =>
    setFailed('What was dropped has no path on this computer. Drop a folder from the file manager.'),
  );
  useKeys({ o: choose });
  return (
    <div className="solo">
      <div className="pick">
        <header className="pick-head">
          <span className="logo">
            <Mark name="logo" />
          </span>
          <h1>Which folder holds your skills?</h1>
          <p>
            It stays where it is. The app reads it, watches it for changes and serves it on this computer
            only.
          </p>
        </header>
        <section className="pick-drop" aria-label="Choose a folder">
          <div className="drop-line">
            <Icon of={FolderOpen} />
            <span>
              <b>Drop a folder anywhere in this window</b>
              <small>or choose one, or type its path</small>
            </span>
            <button type="button" className="button main" aria-disabled={busy} onClick={choose}>
              Choose folder… <kbd>O</kbd>
            </button>
          </div>
          <PathForm path={path} refused={refusal !== undefined} onChange={setPath} onOpen={open} />
          <Refused refusal={refusal} failed={failed} onOpen={open} />
        </section>
        <div className="pick-more">
          <Recent bridge={bridge} onOpen={open} />
          <section aria-labelledby="sample-title">
            <h2 id="sample-title" className="cap">
              Nothing at hand?
            </h2>
            <p className="soft">The sample holds complete skills and is a good pattern for your own.</p>
            <button
              type="button"
              className="button"
              aria-disabled={busy}
              onClick={() => void pick(bridge.useSampleRegistry)}
            >
              <Icon of={Package} />
              Open the sample
            </button>
          </section>
          <Levels />
        </div>
      </div>
      {dragging && (
        <DropTarget title="Let go to look inside">
          A registry, one skill, or a repository with a <code>.skills</code> folder. Nothing is copied or
          changed.
        </DropTarget>
      )}
    </div>
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
    <form className="pick-path" onSubmit={onSubmit}>
      <label htmlFor={id} className="cap">
        Path
      </label>
      <input
        id={id}
        className={refused ? 'field mono invalid' : 'field mono'}
        value={path}
        placeholder="~/code/skills-registry"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={refused}
        {...(refused ? { 'aria-describedby': 'refusal' } : {})}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button type="submit" className="button">
        <Icon of={CornerDownLeft} />
        Open
      </button>
    </form>
  );
}

/** What was looked for, what was found, and the next step, which is also the button. */
function Refused({
  refusal,
  failed,
  onOpen,
}: {
  readonly refusal: Refusal | undefined;
  readonly failed: string | undefined;
  readonly onOpen: (path: string) => void;
}) {
  if (failed !== undefined)
    return (
      <div className="notice bad" role="alert">
        <Mark name="severity-error" />
        <p>
          <strong>{failed}</strong>
        </p>
      </div>
    );
  if (refusal === undefined) return null;
  return (
    <div className="notice bad" id="refusal" role="alert">
      <Mark name="severity-error" />
      <div>
        <p>
          <strong>{refusal.message}</strong>
        </p>
        <p className="soft">{refusal.nextStep}</p>
        {refusal.candidates.length > 0 && (
          <p className="actions candidates">
            {refusal.candidates.map((candidate) => (
              <button
                key={candidate.path}
                type="button"
                className="button"
                onClick={() => onOpen(candidate.path)}
              >
                Open <span className="mono">{candidate.path}</span>
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

function Recent({
  bridge,
  onOpen,
}: {
  readonly bridge: DesktopBridge;
  readonly onOpen: (path: string) => void;
}) {
  const [recent, setRecent] = useState<readonly RecentRegistry[]>([]);
  useEffect(() => {
    void bridge.getSettings().then(
      ({ recentRegistries }) => setRecent(recentRegistries),
      () => {},
    );
    return bridge.on('settings', ({ recentRegistries }) => setRecent(recentRegistries));
  }, [bridge]);
  const forget = (path: string) =>
    void bridge.forgetRegistry({ path }).then(
      ({ recentRegistries }) => setRecent(recentRegistries),
      () => {},
    );
  return (
    <section aria-labelledby="recent-title">
      <h2 id="recent-title" className="cap">
        Opened before
      </h2>
      {recent.length === 0 ? (
        <p className="soft">Nothing yet. Folders you open are listed here.</p>
      ) : (
        <ul className="picks">
          {recent.map(({ path, reachable, current }) => (
            <li key={path}>
              {reachable ? (
                <button type="button" className="pick-row" onClick={() => onOpen(path)}>
                  <span className="mono" title={path}>
                    {path}
                  </span>
                  <span className="muted">{current ? 'open now' : ''}</span>
                  <Icon of={ArrowRight} />
                </button>
              ) : (
                <span className="pick-row unreachable">
                  <span className="mono" title={path}>
                    {path}
                  </span>
                  <span className="muted">not reachable now</span>
                </span>
              )}
              {!current && (
                <button
                  type="button"
                  className="button icon-only bare"
                  aria-label={`Take ${path} off this list`}
                  onClick={() => forget(path)}
                >
                  <Icon of={X} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const LEVELS = ['skills-registry/', 'skills/', 'rust/', 'tokio-rs/tokio/'] as const;

function Levels() {
  return (
    <section className="levels" aria-labelledby="levels-title">
      <h2 id="levels-title" className="cap">
        Any of these levels will do
      </h2>
      <ol>
        {LEVELS.map((name, depth) => (
          <li
            key={name}
            className={depth === LEVELS.length - 1 ? 'leaf' : ''}
            style={{ '--depth': depth } as CSSProperties}
          >
            <code>{name}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
