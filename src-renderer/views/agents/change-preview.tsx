import { useEffect } from 'react';
import type { DiffLine, ChangePreview as Preview } from '../../../src-server/contract/clients/clients.ts';
import { countWords, shortFolder } from '../../../src-server/contract/words.ts';
import { useCommand } from '../../data/bridge.ts';
import { Row } from '../../layout/layout.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBox, CodeLine, DiffBox } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Notice, useToast } from '../../ui/notice.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import styles from './agents.module.css';
import type { Agent } from './agents.ts';

/** The change of a program's settings. It is read as soon as the row opens, and only what is shown is written. */
export function ChangePreview({
  agent,
  isRemoval,
  isHook,
  onClose,
  onWritten,
}: {
  readonly agent: Agent;
  readonly isRemoval: boolean;
  /** Whether its hook is changed instead of its entry. */
  readonly isHook: boolean;
  readonly onClose: () => void;
  readonly onWritten: () => void;
}) {
  const { id, name, state } = agent;
  const preview = useCommand('previewClient');
  const write = useCommand('connectClient');
  const toast = useToast();
  const request = {
    client: id,
    ...(isRemoval && { remove: true as const }),
    ...(isHook && { hook: true as const }),
  };
  const isWritable = isHook || state?.writable === true;
  const note = isHook ? state?.hook?.note : state?.note;
  const { mutate } = preview;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each opening
  useEffect(() => {
    if (isWritable) mutate(request);
  }, []);
  const onWrite = (token: string) =>
    write.mutate(
      { ...request, token },
      {
        onSuccess({ ok, message }) {
          if (!ok) return;
          toast(message);
          onWritten();
        },
      },
    );
  const refused = write.data?.ok === false ? write.data.message : (write.error ?? preview.error)?.message;
  return (
    // biome-ignore lint/a11y/useSemanticElements: neither a form's fields nor a part of the outline
    <div
      className={styles.inside}
      role="group"
      aria-label={
        isHook ? `Telling ${name} unasked` : `${isRemoval ? 'Disconnecting' : 'Connecting'} ${name}`
      }
    >
      {isHook && !isRemoval && (
        <p>
          After {name} has read or written a file, its model is told what a library that the file imports gets
          wrong: once per library and session, in at most 120 tokens.
        </p>
      )}
      {refused !== undefined && <Notice kind="error" title={<Revealed text={refused} />} />}
      {preview.data !== undefined && (
        <Change
          preview={preview.data}
          name={name}
          isBusy={write.isPending}
          onWrite={onWrite}
          onClose={onClose}
        />
      )}
      {id === 'claude-desktop' && !isRemoval && <Bundle />}
      {(!isWritable || preview.data?.ok === false) &&
        state?.snippet !== undefined &&
        !isRemoval &&
        !isHook && <Snippet name={name} text={state.snippet} place={state.place} />}
      {note !== undefined && !isRemoval && <p className="soft">{note}</p>}
      {preview.data?.ok !== true && (
        <p>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </p>
      )}
    </div>
  );
}

function Change({
  preview,
  name,
  isBusy,
  onWrite,
  onClose,
}: {
  readonly preview: Preview;
  readonly name: string;
  readonly isBusy: boolean;
  readonly onWrite: (token: string) => void;
  readonly onClose: () => void;
}) {
  if (!preview.ok) return <Notice kind="warning" title={<Revealed text={preview.reason} />} />;
  const { file, diff, token } = preview;
  if (diff.length === 0)
    return (
      <>
        <p>
          <span className="mono path">
            <Revealed text={shortFolder(file)} />
          </span>{' '}
          says this already. There is nothing to write.
        </p>
        <p>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </p>
      </>
    );
  return (
    <>
      <p>
        <span className="mono path">
          <Revealed text={shortFolder(file)} />
        </span>
        {changeWords(preview)}
      </p>
      <DiffBox label={`The change for ${name}`} diff={diff} />
      <Row>
        <Button kind="primary" busy={isBusy} onClick={() => onWrite(token)}>
          Write this change
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Not now
        </Button>
      </Row>
    </>
  );
}

/** Says what the change does; the words stand after the file's name. */
function changeWords({ exists, isRemoved, diff }: Extract<Preview, { ok: true }>): string {
  if (isRemoved) return ' was made for this, and is deleted:';
  const changed = Math.max(count(diff, 'added'), count(diff, 'removed'));
  return exists
    ? `, ${countWords(changed, 'line changes', 'lines change')}, a backup is kept:`
    : ` is created, ${countWords(changed, 'line')}:`;
}

function count(diff: readonly DiffLine[], kind: DiffLine['kind']): number {
  return diff.filter((line) => line.kind === kind).length;
}

/** Opens the bundle in Claude Desktop, which asks before it installs. */
function Bundle() {
  const open = useCommand('openClientBundle');
  const refused = open.data?.ok === false ? open.data.message : open.error?.message;
  return (
    <>
      <p>
        <Button kind="primary" busy={open.isPending} onClick={() => open.mutate(null)}>
          Open in Claude Desktop
        </Button>
      </p>
      {refused !== undefined && <Notice kind="error" title={<Revealed text={refused} />} />}
    </>
  );
}

/** Lines for settings that people edit themselves. */
export function Snippet({
  name,
  text,
  place,
}: {
  readonly name: string;
  readonly text: string;
  readonly place: string;
}) {
  return (
    <div className={styles.snippet}>
      <p className="soft">
        By hand, in <Revealed text={place} />:
      </p>
      <CodeBox label={`Settings for ${name}`}>
        {text.split('\n').map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
          <CodeLine key={at}>{line}</CodeLine>
        ))}
      </CodeBox>
      <CopyButton text={text} what={`the lines for ${name}`}>
        Copy the lines
      </CopyButton>
    </div>
  );
}
