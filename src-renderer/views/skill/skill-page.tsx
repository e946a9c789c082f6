import { ListTree, SlidersHorizontal } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FileRead } from '../../activity/file-reads.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { useCopy } from '../../components/copy.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { useKeys } from '../../components/shortcuts.tsx';
import { Empty, Notice } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { formatRoute, type Route } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import type { SkillFile, SkillModel } from '../../skill/skill-model.ts';
import { trustDoubt } from '../../skill/trust-words.ts';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { AgentPanel } from './agent-panel.tsx';
import { Document } from './document.tsx';
import { headingAddress } from './heading-address.ts';
import type { OutlineEntry } from './outline.ts';
import { headParts, readingLayout } from './reading-layout.ts';
import { ReadingPath } from './reading-path.tsx';
import { SkillFacts } from './skill-facts.tsx';
import { SkillHead } from './skill-head.tsx';
import styles from './skill-page.module.css';
import { useAgentCopy } from './use-agent-copy.ts';
import { useReaderScroll } from './use-reader-scroll.ts';
import { useReadingKeys } from './use-reading-keys.ts';
import { useRepeatedLink } from './use-repeated-link.ts';
import { useWindowSize } from './use-window-size.ts';

export type SkillRoute = Extract<Route, { view: 'skill' }>;

export function SkillPage({
  route,
  model,
  removed,
  reads,
}: {
  readonly route: SkillRoute;
  readonly model: SkillModel;
  readonly removed: boolean;
  readonly reads: ReadonlyMap<string, FileRead>;
}) {
  const { files } = model;
  const at = indexOfFile(files, route.file);
  const file = files[at];
  const page = useRef<HTMLDivElement>(null);
  const reader = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  const size = useWindowSize();
  const layout = readingLayout(size);
  const agent = useAgentCopy(route.key, model);
  const { outline, reading, listener } = useOpenOutline(file?.path);
  const scrolled = useReaderScroll(reader, head, `${file?.path}:${file?.text.length}:${outline.length}`);
  const folded = layout.alwaysFolded || scrolled;
  const parts = headParts(size.width, folded, layout.path);
  const [open, setOpen] = useState<'path' | 'panel'>();
  const arrival = useArrivalOf(route, useRepeatedLink(page));
  useChangeToast(file);
  useSkillKeys(route, files, at, { onCopy: agent.copy, reading });
  useReadingKeys(reader);
  // A column turned into a drawer would cover the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where another layout begins
  useEffect(() => setOpen(undefined), [layout.panel, layout.path]);

  const path = { skillKey: route.key, model, current: at, outline, reading, reads };
  const panel = (
    <>
      <AgentPanel agent={agent} model={model} />
      <SkillFacts skillKey={route.key} model={model} />
    </>
  );
  const more = (
    <Button className={styles.more} onClick={() => setOpen('panel')}>
      <Icon of={SlidersHorizontal} />
      Copying and facts
    </Button>
  );
  const column = layout.panel === 'column' && open === 'panel';
  return (
    <div ref={page} className={styles.page} data-path={layout.path} data-panel={column || undefined}>
      <SkillHead
        head={head}
        skillKey={route.key}
        model={model}
        file={file}
        agent={agent}
        parts={parts}
        folded={folded}
        panelOpen={open === 'panel'}
        onPanel={() => setOpen(open === 'panel' ? undefined : 'panel')}
        onPath={layout.path === 'button' ? () => setOpen('path') : undefined}
      />
      {removed && <Removed isShort={layout.alwaysFolded} />}
      {layout.path !== 'button' && (
        <div className={styles.way}>
          <ReadingPath {...path} shape={layout.path} />
          {layout.path === 'row' ? <AllFiles onOpen={() => setOpen('path')} /> : more}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={reader} className={styles.reader} aria-label="The open file" tabIndex={0} data-reading>
        {file === undefined ? (
          <div className={styles.none}>
            <NoFile skillKey={route.key} model={model} named={route.file} />
          </div>
        ) : (
          <Document
            key={file.path}
            skillKey={route.key}
            file={file}
            files={files}
            raw={route.raw === true}
            arrival={arrival}
            listener={listener}
            doubt={model.trust && trustDoubt(model.trust)}
          />
        )}
      </section>
      {column && (
        <aside className={styles.panel} aria-label="Copying and facts">
          {panel}
        </aside>
      )}
      {open === 'panel' && !column && (
        <Dialog title="Copying and facts" shape="drawer" onClose={() => setOpen(undefined)}>
          <div className={styles.inside}>{panel}</div>
        </Dialog>
      )}
      {open === 'path' && (
        <Dialog
          title="Files in reading order"
          shape="drawer"
          onClose={() => setOpen((now) => (now === 'path' ? undefined : now))}
        >
          <div className={styles.inside}>
            {!parts.choose && more}
            <ReadingPath {...path} shape="column" />
          </div>
        </Dialog>
      )}
    </div>
  );
}

function Removed({ isShort }: { readonly isShort: boolean }) {
  return (
    <div className={styles.notice}>
      <Notice tone="care" title="This skill was removed while you read it.">
        {!isShort && <p>The text below is the last one that was served.</p>}
      </Notice>
    </div>
  );
}

function AllFiles({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button
      look="bare"
      iconOnly
      aria-label="All files and headings"
      title="All files and headings"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Icon of={ListTree} />
    </Button>
  );
}

/** -1 for a missing file, 0 if no file is named. */
function indexOfFile(files: readonly SkillFile[], named: string | undefined): number {
  if (named === undefined) return 0;
  const found = [named, `${named}.md`].map((name) => files.findIndex(({ path }) => path === name));
  return found.find((at) => at >= 0) ?? -1;
}

const NO_OUTLINE: readonly OutlineEntry[] = [];

/** Ignores headings of another file. */
function useOpenOutline(path: string | undefined) {
  const [drawn, setDrawn] = useState<{ path: string | undefined; outline: readonly OutlineEntry[] }>();
  const [reading, setReading] = useState<string>();
  const listener = useMemo(
    () => ({
      onOutline: (outline: readonly OutlineEntry[]) => setDrawn({ path, outline }),
      onReading: setReading,
    }),
    [path],
  );
  return { outline: drawn?.path === path ? (drawn?.outline ?? NO_OUTLINE) : NO_OUTLINE, reading, listener };
}

function useArrivalOf({ at, line }: SkillRoute, times: number) {
  const target = at ?? line;
  return useMemo(() => ({ target, times }), [target, times]);
}

function useSkillKeys(
  { key, raw }: SkillRoute,
  files: readonly SkillFile[],
  at: number,
  { onCopy, reading }: { readonly onCopy: () => void; readonly reading: string | undefined },
): void {
  const copy = useCopy();
  const file = files[at]?.path;
  const open = (target: SkillFile | undefined) => {
    if (target !== undefined) navigate({ view: 'skill', key, file: target.path });
  };
  useKeys({
    '[': () => open(files[at - 1]),
    ']': () => open(files[at + 1]),
    y: () => void copy(key, 'Copied the key'),
    c: onCopy,
    l: () => {
      if (file === undefined) return false;
      const said = reading === undefined ? 'Copied a link to this file' : 'Copied a link to this heading';
      return void headingAddress({ skillKey: key, file }, reading).then((address) => copy(address, said));
    },
    r: () => file !== undefined && navigate({ view: 'skill', key, file, raw: !raw }, 'replace'),
  });
}

/** Announces a changed text. Keeps the scroll position. */
function useChangeToast(file: SkillFile | undefined): void {
  const toast = useToast();
  const last = useRef(file);
  useEffect(() => {
    if (file !== undefined && last.current?.path === file.path && last.current.text !== file.text)
      toast('This file changed on disk; this is the new text');
    last.current = file;
  }, [file, toast]);
}

function NoFile({
  skillKey,
  model,
  named,
}: {
  readonly skillKey: string;
  readonly model: SkillModel;
  readonly named: string | undefined;
}) {
  const [first] = model.files;
  if (first === undefined || named === undefined)
    return (
      <Empty title="This skill has no text to read.">
        <p>
          {model.missing.length > 0
            ? `skill.json lists ${plural(model.missing.length, 'file')}, and none of them is there.`
            : 'Its folder holds no markdown file and no example.'}
        </p>
      </Empty>
    );
  const missing = model.missing.find(({ path }) => path === named || path === `${named}.md`);
  return (
    <Empty
      title={
        <>
          This skill has no file <Revealed text={named} />.
        </>
      }
      actions={
        <LinkButton look="main" href={formatRoute({ view: 'skill', key: skillKey, file: first.path })}>
          <span>
            Open <Revealed text={first.path} />
          </span>
        </LinkButton>
      }
    >
      <p role="alert">
        {missing === undefined
          ? 'It may have been renamed or removed.'
          : (missing.reason ?? 'skill.json lists it, but the folder does not hold it.')}{' '}
        The skill has {plural(model.files.length, 'file')}.
      </p>
    </Empty>
  );
}
