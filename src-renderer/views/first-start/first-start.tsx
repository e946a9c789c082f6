import { FolderOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAppInfo, useSettings } from '../../data/bridge.ts';
import { desktop, site } from '../../data/host.ts';
import { useService } from '../../data/registry.ts';
import { RefusedFolder, ServeInstead, useIsOfApp, useRegistryChoice } from '../../layout/serve-registry.tsx';
import { navigate } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { useFolderDrop } from '../../ui/hooks.ts';
import { Mark } from '../../ui/marks.tsx';
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

/** The first start: what goes wrong without this, what it is, and two ways to begin. */
export function FirstStart({ leave }: { readonly leave: () => void }) {
  return (
    <main className={styles.first} data-view="first">
      <div>
        <p className={styles.brand}>
          <Mark name="logo" />
          Skills Registry
        </p>
        <h1>Your agent writes the first one.</h1>
        <p className={styles.lede}>
          Skills are short files about one library each: what goes wrong with it, and what to do instead. They
          are served to your agents, on this computer only.
        </p>
        <Example />
        {desktop === undefined ? <BrowserOptions leave={leave} /> : <AppOptions leave={leave} />}
      </div>
    </main>
  );
}

function AppOptions({ leave }: { readonly leave: () => void }) {
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
      <StartOptions isOver={isOver}>
        <SampleOption>{sample}</SampleOption>
        <StartOption
          title="Use your own folder"
          text="It stays where it is: read, watched for changes, and served. An empty one will do for a start."
        >
          <Button icon={FolderOpen} busy={choice.busy} onClick={choice.choose}>
            Choose a folder…
          </Button>
        </StartOption>
      </StartOptions>
      <RefusedFolder choice={{ ...choice, failed: dropped ?? choice.failed }} />
      <p className={styles.foot}>
        {isOver ? 'Let go to serve this folder.' : 'Or drop a folder anywhere in this window.'} Either can be
        changed later, under Source.
      </p>
    </>
  );
}

function BrowserOptions({ leave }: { readonly leave: () => void }) {
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
      <StartOptions>
        <SampleOption>{sample}</SampleOption>
        <StartOption
          title="Use your own folder"
          text={
            isOfApp
              ? 'It stays where it is. The app serves this page; choose your folder there. This page shows it as soon as it is served:'
              : 'It stays where it is. Paste this in a terminal, with the folder’s name. This page shows it as soon as it is served:'
          }
        >
          <ServeInstead what="-r <folder>" />
        </StartOption>
      </StartOptions>
      <p className={styles.foot}>
        This page reads. The app also chooses folders, connects agents and stops the service.
      </p>
    </>
  );
}

function StartOptions({
  isOver = false,
  children,
}: {
  readonly isOver?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.options} data-over={isOver || undefined}>
      {children}
    </div>
  );
}

function SampleOption({ children }: { readonly children: ReactNode }) {
  const { status } = useService().state;
  const counted = status?.registry.sample === true ? `${status.counts.skills} complete` : 'Complete';
  return (
    <StartOption
      title="Look at the sample"
      text={`${counted} skills, such as tokio, grpc and SQLAlchemy. Ask them about something that once cost you an evening.`}
    >
      {children}
    </StartOption>
  );
}

function StartOption({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section>
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

/**
 * Wrong and right code of the sample's skill of SQLAlchemy, its entry "Writing through engine.connect() without a
 * commit". What is said of it is run by the program of `checks/`.
 */
export const EXAMPLE = {
  skill: 'python/sqlalchemy/sqlalchemy',
  check: 'checks/python-sqlalchemy/without-commit.py',
  both: 'Both run without an error. SQLAlchemy reports one row updated for both.',
  wrong: {
    word: 'connect()',
    head: 'Nothing changed',
    text: 'The user is still active: the block rolls back.',
  },
  right: { word: 'begin()', head: 'Written', text: 'The block commits when it ends.' },
} as const;

/** Returns the three lines; they differ in this call alone. */
export function exampleCode(call: string): string {
  return `with engine.${call} as conn:
    conn.execute(text("update users set active = false where id = :id"), {"id": 7})
print("done")`;
}

/** The example: the code, and beside it what happened. */
function Example() {
  return (
    <section className={styles.example} aria-label="An example">
      <p>{EXAMPLE.both}</p>
      <Side name="wrong" />
      <Side name="right" />
    </section>
  );
}

function Side({ name }: { readonly name: 'wrong' | 'right' }) {
  const { word, head, text } = EXAMPLE[name];
  const isWrong = name === 'wrong';
  return (
    <section className={styles.side} data-side={name} aria-label={isWrong ? 'Wrong' : 'Right'}>
      <pre>
        <code>{coloured(exampleCode(word), word)}</code>
      </pre>
      <p>
        <b>
          <Mark name={isWrong ? 'error' : 'done'} tone={isWrong ? 'bad' : 'good'} />
          {head}
        </b>
        {text}
      </p>
    </section>
  );
}

/** Strings, words of the language, and calls; the parser of texts isn't loaded for three lines. */
const CODE_TOKENS = /("[^"]*")|\b(with|as)\b|\b(\w+)(?=\()/g;

function coloured(code: string, marked: string) {
  const at = code.indexOf(marked);
  return [
    pieces(code.slice(0, at)),
    <mark key="mark">{pieces(marked)}</mark>,
    pieces(code.slice(at + marked.length)),
  ];
}

function pieces(code: string) {
  return code.split(CODE_TOKENS).map((piece, at) => {
    const kind = [undefined, 'text', 'key', 'name'][at % 4];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text
      <span key={at} data-kind={kind}>
        {piece}
      </span>
    );
  });
}
