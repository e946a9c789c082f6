import { ArrowRight } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SkeletonRows } from '../../components/states.tsx';
import { formatRoute } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import type { SkillFile } from '../../skill/skill-model.ts';
import { plural } from '../../text/format.ts';
import { countHidden } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { asMarkdown } from './as-markdown.ts';
import type { OutlineEntry } from './reading-path.tsx';
import { useArrival, useOutline } from './use-outline.ts';

const Markdown = lazy(() => import('./markdown/markdown.tsx'));

/** Longer texts are shown as they are: drawing them as a page would hold up the window. */
const LONGEST_PAGE = 250_000;
const LONGEST_RAW = 1_000_000;

const ENTRIES = { 'pitfalls.md': 'pitfall', 'safety.md': 'red-line' } as const;

export interface DocumentProps {
  readonly skillKey: string;
  readonly file: SkillFile;
  readonly next: SkillFile | undefined;
  /** Such as `3 of 4 in P0`. */
  readonly position: string;
  readonly files: readonly SkillFile[];
  readonly raw: boolean;
  /** Where to arrive: the anchor of a heading, or a line of the file. */
  readonly target: string | number | undefined;
  readonly onOutline: (outline: readonly OutlineEntry[]) => void;
}

/** One file, to read or as it is. */
export function Document(props: DocumentProps) {
  const { skillKey, file, next, position, files, raw, target, onOutline } = props;
  const page = useRef<HTMLDivElement>(null);
  const tooLong = file.text.length > LONGEST_PAGE;
  const [drawn, setDrawn] = useState(0);
  const onDrawn = useCallback(() => setDrawn((times) => times + 1), []);
  const paths = useMemo(() => files.map(({ path }) => path), [files]);
  const hidden = useMemo(() => countHidden(file.text), [file.text]);
  const asIs = raw || tooLong;
  useOutline(page, `${file.text.length}:${asIs}:${drawn}`, onOutline);
  useArrival(page, target, `${asIs}:${drawn > 0}`);
  const entries = Object.hasOwn(ENTRIES, file.path) ? ENTRIES[file.path as keyof typeof ENTRIES] : undefined;
  return (
    <article className="doc" ref={page} aria-label={file.path}>
      <header className="doc-head">
        <p className="muted number">
          <span className="mono">
            <Revealed text={file.path} />
          </span>
          {file.tokens !== undefined && ` · ${plural(file.tokens, 'token')}`} · {position}
        </p>
        <span className="actions">
          <CopyButton
            text={file.text}
            said={`Copied ${file.path}`}
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
      {hidden > 0 && (
        <p className="hidden-note" role="note">
          <Mark name="severity-warning" tone="care" />
          <span>
            {plural(hidden, 'hidden character')} in this file, shown as{' '}
            <span className="hidden-character">U+…</span>. People don’t see them, agents do.
          </span>
        </p>
      )}
      {tooLong && (
        <p className="hidden-note" role="note">
          <Mark name="severity-info" />
          <span>{plural(file.text.length, 'character')} is too much to draw as a page: shown as it is.</span>
        </p>
      )}
      {asIs ? (
        <RawText text={file.text} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <Markdown
            text={asMarkdown(file.path, file.text)}
            skillKey={skillKey}
            file={file.path}
            files={paths}
            entries={entries}
            onDrawn={onDrawn}
          />
        </Suspense>
      )}
      <Onward skillKey={skillKey} file={file} next={next} files={files} />
    </article>
  );
}

function RawText({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, LONGEST_RAW);
  return (
    <>
      <pre className="raw">
        <Revealed text={shown} />
      </pre>
      {shown.length < text.length && (
        <p className="actions">
          <Button onClick={() => setWhole(true)}>Show all {plural(text.length, 'character')}</Button>
        </p>
      )}
    </>
  );
}

/** What comes next; after the last file of P0 also that this was what must be read. */
function Onward({
  skillKey,
  file,
  next,
  files,
}: {
  readonly skillKey: string;
  readonly file: SkillFile;
  readonly next: SkillFile | undefined;
  readonly files: readonly SkillFile[];
}) {
  const first = files.filter(({ priority }) => priority === 'P0');
  const tokens = first.reduce((sum, { tokens: own }) => sum + (own ?? 0), 0);
  const doneWithFirst = file.priority === 'P0' && next?.priority !== 'P0';
  return (
    <footer className="onward">
      {doneWithFirst && (
        <p className="done-row">
          <Mark name="done" tone="good" />
          <span>
            <b>That was P0.</b>{' '}
            <span className="muted number">
              {plural(first.length, 'file')}, {plural(tokens, 'token')}.
              {next !== undefined && ' The rest is for when you use the feature.'}
            </span>
          </span>
        </p>
      )}
      {next !== undefined && (
        <a href={formatRoute({ view: 'skill', key: skillKey, file: next.path })}>
          <span className="cap">Next in {next.priority}</span>
          <span className="name mono">
            <Revealed text={next.path} />
          </span>
          <span className="muted number">{next.tokens !== undefined && plural(next.tokens, 'token')}</span>
          <Icon of={ArrowRight} />
        </a>
      )}
    </footer>
  );
}
