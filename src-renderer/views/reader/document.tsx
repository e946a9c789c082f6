import { ArrowRight, SquarePen } from 'lucide-react';
import { useMemo } from 'react';
import { useCommand } from '../../data/use-app.ts';
import { desktop } from '../../desktop.ts';
import { placeInWords } from '../../domain/skill-files.ts';
import { navigate } from '../../router/use-route.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy.tsx';
import { Loading } from '../../ui/lists/query-view.tsx';
import { useToast } from '../../ui/over/toast.tsx';
import { Icon } from '../../ui/show/marks.tsx';
import styles from './document.module.css';
import type { DocumentProps } from './document-props.ts';
import { Markdown } from './markdown/markdown.tsx';
import type { LineProblem } from './markdown/with-problems.ts';
import { RawText } from './raw-text.tsx';
import { TextPlaceContext } from './text-link.tsx';
import { Warnings } from './warnings.tsx';

export function Document(props: DocumentProps) {
  const { files, file, page, entries, isAsIs, problems, shift, address } = props;
  const paths = useMemo(() => files.map(({ path }) => path), [files]);
  const place = useMemo(() => ({ file: file.path, files: paths, address }), [file.path, paths, address]);
  const lines = useMemo(
    () =>
      problems.flatMap(({ line, message }): LineProblem[] =>
        line === undefined ? [] : [{ line: line + shift, message }],
      ),
    [problems, shift],
  );
  return (
    <article
      className={styles.document}
      aria-label={writtenOut(file.path)}
      data-compact={props.compact || undefined}
    >
      <DocumentHead {...props} />
      <Warnings {...props} />
      {file.text.trim() === '' ? (
        <p className="muted">This file is empty.</p>
      ) : isAsIs ? (
        <RawText text={file.text} problems={lines} />
      ) : page === undefined ? (
        <Loading goesOn />
      ) : (
        <TextPlaceContext value={place}>
          <Markdown page={page} entries={entries} problems={lines} />
        </TextPlaceContext>
      )}
      {(isAsIs || page !== undefined) && <NextFile {...props} />}
    </article>
  );
}

function DocumentHead({
  skillKey,
  files,
  file,
  raw,
  isAsIs,
  compact,
  place,
  places,
  address,
}: DocumentProps) {
  const openFile = useCommand('openSkillFile');
  const toast = useToast();
  const path = (
    <span className="mono">
      <Revealed text={file.path} />
    </span>
  );
  if (compact)
    return (
      <header className={styles.head}>
        <p className="muted">
          {path}
          {place && `, ${place} of ${places}`}
        </p>
        <a className="link" href={address({ file: file.path })}>
          All files
        </a>
      </header>
    );
  return (
    <header className={styles.head}>
      <p className="muted">
        {path}, {placeInWords(files, file)}
      </p>
      <span className={styles.actions}>
        {desktop !== undefined && file.path.endsWith('.md') && (
          <IconButton
            name="Open this file in your editor"
            icon={SquarePen}
            onClick={() =>
              openFile.mutate(
                { key: skillKey, file: file.path, with: 'editor' },
                { onError: ({ message }) => toast(message, 'refused') },
              )
            }
          />
        )}
        <CopyButton text={file.text} what="this file as it is" />
        <Button
          kind="quiet"
          aria-pressed={isAsIs}
          onClick={() => navigate(address({ file: file.path, raw: !raw }), { replace: true })}
        >
          Raw
        </Button>
      </span>
    </header>
  );
}

function NextFile({ files, file, address, compact }: DocumentProps) {
  const next = files[files.indexOf(file) + 1];
  if (compact || next === undefined) return null;
  return (
    <footer className={styles.end}>
      {file.priority === 'P0' && next.priority !== 'P0' && (
        <p className="muted">End of the files to read first. The rest is for when you use it.</p>
      )}
      <a className={styles.next} href={address({ file: next.path })}>
        <span className="muted">Next</span>
        <span className="mono">
          <Revealed text={next.path} />
        </span>
        <span className="muted">{placeInWords(files, next)}</span>
        <Icon of={ArrowRight} />
      </a>
    </footer>
  );
}
