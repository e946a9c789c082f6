import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { CopyButton } from '../../components/copy.tsx';
import { Mark } from '../../components/mark.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SkeletonRows } from '../../components/states.tsx';
import { navigate } from '../../route/use-route.ts';
import { placeInWords } from '../../skill/priority-words.ts';
import type { SkillFile } from '../../skill/skill-model.ts';
import { useStore } from '../../stores/use-store.ts';
import { plural } from '../../text/format.ts';
import { countHidden, writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { asMarkdown } from './as-markdown.ts';
import styles from './document.module.css';
import { DiskButtons, WrapButton } from './file-buttons.tsx';
import { NextFile } from './next-file.tsx';
import { RawText } from './raw-text.tsx';
import { TextPlaceContext } from './text-place.ts';
import { type Arrival, useArrival } from './use-arrival.ts';
import { type OutlineListener, useOutline } from './use-outline.ts';
import { useParsedPage } from './use-parsed-page.ts';
import { wrapsCode } from './wraps-code.ts';

const Markdown = lazy(() => import('./markdown/markdown.tsx'));

/** Longer texts stay raw: drawing would block the window. */
const LONGEST_PAGE = 250_000;

const ENTRIES = { 'pitfalls.md': 'pitfall', 'safety.md': 'red-line' } as const;

export interface DocumentProps {
  readonly skillKey: string;
  readonly file: SkillFile;
  readonly files: readonly SkillFile[];
  readonly raw: boolean;
  readonly arrival: Arrival;
  readonly listener: OutlineListener;
  /** Why the declared trust doesn't add up. */
  readonly doubt: string | undefined;
}

export const Document = memo(function Document(props: DocumentProps) {
  const { skillKey, file, files, raw, arrival, listener, doubt } = props;
  const page = useRef<HTMLDivElement>(null);
  const wraps = useStore(wrapsCode);
  const tooLong = file.text.length > LONGEST_PAGE;
  const [drawn, setDrawn] = useState(0);
  const onDrawn = useCallback(() => setDrawn((times) => times + 1), []);
  const paths = useMemo(() => files.map(({ path }) => path), [files]);
  const place = useMemo(() => ({ skillKey, file: file.path, files: paths }), [skillKey, file.path, paths]);
  const entries = Object.hasOwn(ENTRIES, file.path) ? ENTRIES[file.path as keyof typeof ENTRIES] : undefined;
  const text = useMemo(() => asMarkdown(file.path, file.text), [file.path, file.text]);
  const parsed = useParsedPage(raw || tooLong ? undefined : text, entries !== undefined);
  const tooComplex = parsed === 'undrawable';
  const asIs = raw || tooLong || tooComplex;
  useArrival(page, arrival, asIs || drawn > 0);
  const anchor = typeof arrival.target === 'string' ? arrival.target : undefined;
  useOutline(page, `${asIs}:${drawn}:${arrival.times}`, anchor, listener);
  return (
    <article
      className={styles.document}
      ref={page}
      aria-label={writtenOut(file.path)}
      data-wrap={wraps || undefined}
    >
      <DocumentHead skillKey={skillKey} file={file} files={files} asIs={asIs} />
      <Notes file={file} tooLong={tooLong} tooComplex={tooComplex} doubt={doubt} />
      {asIs ? (
        <RawText text={file.text} />
      ) : (
        <TextPlaceContext value={place}>
          <Suspense fallback={<SkeletonRows rows={6} />}>
            {parsed === undefined ? (
              <SkeletonRows rows={6} />
            ) : (
              <Markdown page={parsed} entries={entries} onDrawn={onDrawn} />
            )}
          </Suspense>
        </TextPlaceContext>
      )}
      <NextFile skillKey={skillKey} file={file} files={files} />
    </article>
  );
});

function DocumentHead({
  skillKey,
  file,
  files,
  asIs,
}: Pick<DocumentProps, 'skillKey' | 'file' | 'files'> & { readonly asIs: boolean }) {
  return (
    <header className={styles.head}>
      <p className="muted number clip">
        <span className="mono">
          <Revealed text={file.path} />
        </span>
        <span className={styles.place}>
          {file.tokens !== undefined && ` · ${plural(file.tokens, 'token')}`} · {placeInWords(files, file)}
        </span>
      </p>
      <span className="actions">
        <DiskButtons skillKey={skillKey} file={file.path} />
        {!asIs && <WrapButton />}
        <CopyButton
          text={file.text}
          said="Copied this file"
          label="Copy this file as it is"
          look="bare"
          iconOnly
        />
        <Segmented
          label="How to show the file"
          options={[
            ['read', 'Read'],
            ['raw', 'Raw'],
          ]}
          value={asIs ? 'raw' : 'read'}
          onChange={(how) =>
            navigate({ view: 'skill', key: skillKey, file: file.path, raw: how === 'raw' }, 'replace')
          }
        />
      </span>
    </header>
  );
}

function Notes({
  file,
  tooLong,
  tooComplex,
  doubt,
}: Pick<DocumentProps, 'file' | 'doubt'> & { readonly tooLong: boolean; readonly tooComplex: boolean }) {
  const hidden = useMemo(() => countHidden(file.text), [file.text]);
  return (
    <>
      {hidden > 0 && (
        <Note kind="care">
          {plural(hidden, 'invisible character')} in this file, shown as{' '}
          <span className={styles.sign}>U+…</span> Agents read them; people don’t see them.
        </Note>
      )}
      {tooLong && (
        <Note kind="plain">
          {plural(file.text.length, 'character')} is too long to format: shown as plain text.
        </Note>
      )}
      {tooComplex && <Note kind="plain">This file is too complex to format: shown as plain text.</Note>}
      {doubt !== undefined && (
        <Note kind="doubt">
          <b>Its trust score doesn’t add up.</b> {doubt}
        </Note>
      )}
    </>
  );
}

function Note({
  kind,
  children,
}: {
  readonly kind: 'care' | 'plain' | 'doubt';
  readonly children: ReactNode;
}) {
  return (
    <p className={styles.note} data-kind={kind} role="note">
      {kind === 'care' ? <Mark name="severity-warning" tone="care" /> : <Mark name="severity-info" />}
      <span>{children}</span>
    </p>
  );
}
