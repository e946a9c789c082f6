import { FolderOpen, RotateCw } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { Button, LinkButton } from '../../components/button.tsx';
import { FolderInput } from '../../components/folder-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sheet, SheetHead } from '../../components/sheet.tsx';
import { KeyHint, useKeys } from '../../components/shortcuts.tsx';
import { Notice } from '../../components/states.tsx';
import { desktop } from '../../desktop.ts';
import { type ChosenFolder, setChosenFolder, useChosenFolder } from '../../folders/chosen-folder.ts';
import { type FolderSource, folderOfInput } from '../../folders/folder-source.ts';
import { formatRoute } from '../../route/route.ts';
import { useRegistry, useService } from '../../stores/use-stores.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { GateNotice } from './gate-notice.tsx';
import styles from './import.module.css';
import { ImportContents } from './import-contents.tsx';
import { type ImportGate, importGate } from './import-gate.ts';
import { ImportVerdict } from './import-verdict.tsx';
import { refusalWords } from './import-words.ts';
import { Obstacle } from './obstacle.tsx';
import type { SkillDraft } from './read-skill.ts';
import { useAddition, useReading, useSubmissionCheck } from './use-skill-import.ts';

export default function ImportView() {
  const service = useService();
  const held = useChosenFolder();
  const { addition, add, forget } = useAddition(held);
  const { status } = service;
  const gate = importGate(service);
  return (
    <Sheet className={styles.import}>
      <SheetHead>
        <h1>Import a skill</h1>
        {status !== undefined && (
          <span className="muted number">
            into{' '}
            <code className="path">
              <Revealed text={status.registry.path} />
            </code>
          </span>
        )}
      </SheetHead>
      <div className={styles.body}>
        <GateNotice gate={gate} />
        {addition.state === 'added' &&
          (addition.branch === undefined ? (
            <Added skillKey={addition.key} />
          ) : (
            <Proposed skillKey={addition.key} branch={addition.branch} />
          ))}
        <FolderLine held={held} />
        <Outcome held={held} gate={gate} addition={addition} onAdd={add} onForget={forget} />
      </div>
    </Sheet>
  );
}

type OutcomeProps = {
  readonly held: ChosenFolder;
  readonly gate: ImportGate;
  readonly addition: ReturnType<typeof useAddition>['addition'];
  readonly onAdd: ReturnType<typeof useAddition>['add'];
  readonly onForget: () => void;
};

function Outcome({ held, ...rest }: OutcomeProps) {
  const reading = useReading(held);
  if (held.kind === 'none') return null;
  if (held.kind === 'no-folder')
    return (
      <Obstacle
        words={{
          title: 'What was dropped is not one folder.',
          text: 'Drop the folder that holds skill.json, on its own.',
        }}
      />
    );
  const { source, turn } = held;
  if (reading === undefined)
    return (
      <p role="status" className="muted">
        Reading {source.name}…
      </p>
    );
  if (reading.kind === 'refused')
    return (
      <Obstacle words={refusalWords(reading.refusal, source.name)}>
        {reading.refusal.kind === 'no-manifest' && desktop !== undefined && (
          <p>
            Is it a registry to serve instead?{' '}
            <a className="link" href="#/registry">
              Choose the registry
            </a>
          </p>
        )}
      </Obstacle>
    );
  return <Review key={turn} draft={reading.draft} turn={turn} {...rest} />;
}

function Review({
  draft,
  turn,
  gate,
  addition,
  onAdd,
  onForget,
}: Omit<OutcomeProps, 'held'> & { readonly draft: SkillDraft; readonly turn: number }) {
  const check = useSubmissionCheck(draft.submission, turn, gate === 'open');
  const rows = useRegistry(({ byKey }) => byKey);
  const key = check?.value?.key;
  return (
    <div className={styles.review}>
      <ImportVerdict
        check={check}
        addition={addition}
        isServed={key != null && rows.has(key)}
        onAdd={() => onAdd(draft.submission)}
        onRecheck={() => {
          onForget();
          check?.retry();
        }}
      />
      <ImportContents draft={draft} skillKey={key} />
    </div>
  );
}

function FolderLine({ held }: { readonly held: ChosenFolder }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useKeys({ o: choose });
  const source = held.kind === 'folder' ? held.source : undefined;
  return (
    <section className={styles.folder} aria-label="The skill’s folder">
      <Icon of={FolderOpen} />
      <span>
        <FolderWords source={source} />
      </span>
      <span className="actions">
        {source?.canReread && (
          <Button onClick={() => setChosenFolder(source)}>
            <Icon of={RotateCw} />
            Read again
          </Button>
        )}
        <Button look={source === undefined ? 'main' : 'plain'} onClick={choose}>
          {source === undefined ? 'Choose folder…' : 'Choose another…'} <KeyHint>O</KeyHint>
        </Button>
      </span>
      <FolderInput
        ref={input}
        label="The skill’s folder"
        onFiles={(files) => {
          const folder = folderOfInput(files);
          if (folder !== undefined) setChosenFolder(folder);
        }}
      />
    </section>
  );
}

function FolderWords({ source }: { readonly source: FolderSource | undefined }): ReactNode {
  if (source === undefined)
    return (
      <>
        <b>Drop a skill’s folder anywhere in this window</b>
        <small>
          or choose it: the one with <code>skill.json</code> in it. It is checked before anything is added.
        </small>
      </>
    );
  return (
    <>
      <b>
        <Revealed text={source.name} />
      </b>
      <small>
        {source.canReread
          ? 'After a change, read it again.'
          : 'As it was when it was chosen. After a change, choose it again.'}
      </small>
    </>
  );
}

function Proposed({ skillKey, branch }: { readonly skillKey: string; readonly branch: string }) {
  return (
    <Done
      word="Proposed"
      skillKey={skillKey}
      next="Back to the skills"
      href={formatRoute({ view: 'browse', filters: new URLSearchParams() })}
    >
      It is the branch{' '}
      <code>
        <Revealed text={branch} />
      </code>{' '}
      of the team’s repository, and is served once the branch is merged.
    </Done>
  );
}

function Added({ skillKey }: { readonly skillKey: string }) {
  return (
    <Done
      word="Added"
      skillKey={skillKey}
      next="Open the skill"
      href={formatRoute({ view: 'skill', key: skillKey })}
    >
      It is served now, and search finds it.
    </Done>
  );
}

/** Focuses the link: the focused button is gone. */
function Done({
  word,
  skillKey,
  next,
  href,
  children,
}: {
  readonly word: string;
  readonly skillKey: string;
  readonly next: string;
  readonly href: string;
  readonly children: ReactNode;
}) {
  const focus = useCallback((link: HTMLAnchorElement | null) => link?.focus(), []);
  return (
    <Notice
      tone="good"
      mark="done"
      title={
        <>
          {word}{' '}
          <code>
            <Revealed text={skillKey} />
          </code>
          .
        </>
      }
      action={
        <LinkButton ref={focus} href={href}>
          {next}
        </LinkButton>
      }
    >
      <p>{children}</p>
    </Notice>
  );
}
