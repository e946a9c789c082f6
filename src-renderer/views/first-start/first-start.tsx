import { FolderOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAppInfo, useSettings } from '../../data/bridge.ts';
import { desktop, site } from '../../data/host.ts';
import { useService } from '../../data/registry.ts';
import { RefusedFolder, ServeInstead, useIsOfApp, useRegistryChoice } from '../../layout/serve-registry.tsx';
import { navigate } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/marks.tsx';
import { useFolderDrop } from '../../ui/use-folder-drop.ts';
import styles from './first-start.module.css';

/** The key under which a browser remembers that it was past this; for the app its settings say so. */
const PASSED = 'skills-registry-first-start-passed';

/** Whether the first start is shown. With `unknown` neither it nor the views are, so that nothing flickers. */
export function useFirstStart(isAtStart: boolean): {
  readonly is: 'shown' | 'past' | 'unknown';
  readonly leave: () => void;
} {
  const info = useAppInfo();
  const settings = useSettings();
  const { state } = useService();
  const [isPast, setIsPast] = useState(() => site !== undefined || isPassed());
  const leave = () => {
    if (desktop === undefined) rememberPassed();
    setIsPast(true);
  };
  const is = () => {
    if (isPast || !isAtStart) return 'past';
    if (desktop === undefined) {
      if (state.phase === 'asking') return 'unknown';
      return state.status?.registry.sample === true ? 'shown' : 'past';
    }
    if (info.isPending || settings.isPending) return 'unknown';
    return info.data?.firstStart === true && settings.data?.settings.registry === null ? 'shown' : 'past';
  };
  return { is: is(), leave };
}

/** The first start: what this is, and two doors. */
export function FirstStart({ leave }: { readonly leave: () => void }) {
  return (
    <main className={styles.first} data-view="first">
      <div>
        <p className={styles.brand}>
          <Mark name="logo" />
          Skills Registry
        </p>
        <h1>What should your agents know before they write code?</h1>
        <p className={styles.lede}>
          Skills are short files about one library each: what goes wrong with it, and what to do instead.
          Skills Registry serves them to your agents, on this computer only.
        </p>
        {desktop === undefined ? <BrowserDoors leave={leave} /> : <AppDoors leave={leave} />}
      </div>
    </main>
  );
}

function AppDoors({ leave }: { readonly leave: () => void }) {
  const choice = useRegistryChoice(leave);
  const [dropped, setDropped] = useState<string>();
  const isOver = useFolderDrop(({ files: [file] }) => {
    const path = file === undefined ? '' : (desktop?.pathForFile(file) ?? '');
    setDropped(path === '' ? 'What was dropped has no path on this computer.' : undefined);
    if (path !== '') choice.open(path);
  });
  const sample = (
    <Button kind="primary" busy={choice.busy} onClick={choice.openSample}>
      Open the sample
    </Button>
  );
  return (
    <>
      <Doors isOver={isOver}>
        <SampleDoor>{sample}</SampleDoor>
        <Door
          picture={<FolderPicture />}
          title="Use your own folder"
          text="It stays where it is. It is read, watched for changes, and served; an empty one will do for a start."
        >
          <Button icon={FolderOpen} busy={choice.busy} onClick={choice.choose}>
            Choose a folder…
          </Button>
        </Door>
      </Doors>
      <RefusedFolder choice={{ ...choice, failed: dropped ?? choice.failed }} />
      <p className={styles.foot}>
        {isOver ? 'Let go to serve this folder.' : 'Or drop a folder anywhere in this window.'} Either can be
        changed later, under Source.
      </p>
    </>
  );
}

function BrowserDoors({ leave }: { readonly leave: () => void }) {
  const isOfApp = useIsOfApp();
  const sample = (
    <Button
      kind="primary"
      onClick={() => {
        leave();
        navigate({ view: 'skills' });
      }}
    >
      Open the sample
    </Button>
  );
  return (
    <>
      <Doors>
        <SampleDoor>{sample}</SampleDoor>
        <Door
          picture={<FolderPicture />}
          title="Use your own folder"
          text={
            isOfApp
              ? 'It stays where it is. The app serves this page; choose your folder there. This page shows it as soon as it is served:'
              : 'It stays where it is. Paste this in a terminal, with the folder’s name. This page shows it as soon as it is served:'
          }
        >
          <ServeInstead what="-r <folder>" />
        </Door>
      </Doors>
      <p className={styles.foot}>
        This page reads. The app also chooses folders, connects agents and stops the service.
      </p>
    </>
  );
}

function Doors({ isOver = false, children }: { readonly isOver?: boolean; readonly children: ReactNode }) {
  return (
    <div className={styles.doors} data-over={isOver || undefined}>
      {children}
    </div>
  );
}

function SampleDoor({ children }: { readonly children: ReactNode }) {
  return (
    <Door
      picture={<SamplePicture />}
      title="Look at the sample"
      text="Ten complete skills, such as tokio, grpc and SQLAlchemy. Ask them about something that once cost you an evening."
    >
      {children}
    </Door>
  );
}

function Door({
  picture,
  title,
  text,
  children,
}: {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section>
      {picture}
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={styles.step}>{children}</div>
    </section>
  );
}

function isPassed(): boolean {
  try {
    return localStorage.getItem(PASSED) !== null;
  } catch {
    return false;
  }
}

/** Remembers that a browser is past it. Without storage it is shown again next time. */
function rememberPassed(): void {
  try {
    localStorage.setItem(PASSED, 'yes');
  } catch {}
}

/** A picture of bad and good code, as skills show them. */
function SamplePicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 208 84" aria-hidden="true">
      <path d="M0 4h176v35H0z" fill="var(--bad-wash)" />
      <path d="M0 4h3v35H0z" fill="var(--bad)" />
      <path d="M0 45h176v35H0z" fill="var(--good-wash)" />
      <path d="M0 45h3v35H0z" fill="var(--good)" />
      <path
        d="M14 13.5h70M14 21.5h134M14 29.5h46M14 54.5h96M14 62.5h124M14 70.5h64"
        stroke="var(--ink-2)"
        strokeWidth="3"
      />
    </svg>
  );
}

/** A picture of a folder that is read and served. */
function FolderPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 208 84" aria-hidden="true" fill="none" stroke="var(--ink-2)">
      <path d="M1.5 12h26l6 9h48v57h-80z" strokeWidth="1.75" />
      <path d="M14 36.5h30M14 47.5h46M14 58.5h22" strokeWidth="3" />
      <path d="M92 37h26M92 48h26M92 58h26" stroke="var(--ink-faint)" strokeWidth="2" strokeDasharray="4 3" />
      <circle cx="150" cy="48" r="20" strokeWidth="1.75" />
      <path d="m141 48 7 7 12-13" stroke="var(--good)" strokeWidth="3" />
    </svg>
  );
}
