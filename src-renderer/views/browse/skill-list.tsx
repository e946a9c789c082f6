import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useCopy } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { targetRow } from '../../components/move-among-rows.ts';
import { useKeys } from '../../components/shortcuts.tsx';
import { isTurnedOff } from '../../components/single-keys.ts';
import { Term } from '../../components/term.tsx';
import { useMedia } from '../../components/use-media.ts';
import { useToolbar } from '../../components/use-toolbar.ts';
import { WITHOUT_PANEL } from '../../components/widths.ts';
import type { ProblemCount } from '../../skill/problems-by-skill.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { TRUST_MEANING } from '../../skill/trust-words.ts';
import { createStore } from '../../stores/create-store.ts';
import styles from './browse.module.css';
import { type BrowseFilters, NATURALLY_ASCENDING, type Sort } from './browse-filters.ts';
import { Row } from './row.tsx';
import { titleIfCut } from './title-if-cut.ts';
import { useFirstTokens } from './use-first-tokens.ts';
import { useRowHeight } from './use-row-height.ts';

/** Restored on return from a skill. */
const lastOffset = createStore(0);
const lastKey = createStore<string | undefined>(undefined);

export function SkillList({
  rows,
  problems,
  filters,
  onChange,
}: {
  readonly rows: readonly SkillRow[];
  readonly problems: ReadonlyMap<string, ProblemCount>;
  readonly filters: BrowseFilters;
  readonly onChange: (filters: BrowseFilters) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const [currentKey, setCurrentKey] = useState(lastKey.get());
  const copy = useCopy();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    initialOffset: lastOffset.get(),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another layout
  useEffect(() => virtualizer.measure(), [rowHeight]);
  useRememberedOffset(scroller);

  const items = virtualizer.getVirtualItems();
  // Narrow windows have no room for the tokens column.
  const isUnseen = useMedia(WITHOUT_PANEL);
  const tokens = useFirstTokens(isUnseen ? [] : items.flatMap(({ index }) => rows[index]?.key ?? []));

  const current = rows.findIndex(({ key }) => key === currentKey);
  const focusRow = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setCurrentKey(row.key);
    virtualizer.scrollToIndex(index);
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`a[data-index="${index}"]`)
        ?.focus({ preventScroll: true }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetRow(event.key, current, rows.length);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey || isTurnedOff(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (to < 0) document.getElementById('ask')?.focus();
    else focusRow(to);
  };
  const currentRow = rows[current];
  useKeys({
    j: () => focusRow(current + 1),
    k: () => focusRow(Math.max(0, current - 1)),
    ArrowDown: () => focusRow(current + 1),
    y: currentRow === undefined ? undefined : () => void copy(currentRow.key, `Copied ${currentRow.key}`),
  });
  useEffect(() => lastKey.set(currentKey), [currentKey]);
  // The rows are one tab stop: thousands of them would keep the keyboard from the filters behind.
  const isCurrentDrawn = items.some(({ index }) => index === current);
  const tabStop = isCurrentDrawn ? current : (virtualizer.range?.startIndex ?? 0);

  return (
    <>
      <ColumnHeads filters={filters} onChange={onChange} />
      <div ref={scroller} className={`${styles.rows} scroll`}>
        <ol
          aria-label={`Skills, sorted by ${filters.sort}`}
          data-rows
          className={styles.rowsInner}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          onPointerOver={titleIfCut}
        >
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <li
                key={item.key}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                style={{ transform: `translateY(${item.start}px)`, height: item.size }}
              >
                <Row
                  row={row}
                  index={item.index}
                  tokens={tokens.get(row.key)}
                  problems={problems.get(row.key)}
                  current={row.key === currentKey}
                  isTabStop={item.index === tabStop}
                  onFocus={setCurrentKey}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </>
  );
}

function useRememberedOffset(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const remember = () => {
      lastOffset.set(element?.scrollTop ?? 0);
    };
    element?.addEventListener('scroll', remember, { passive: true });
    return () => element?.removeEventListener('scroll', remember);
  }, [scroller]);
}

const COLUMNS: ReadonlyArray<readonly [className: string | undefined, word: string, sort?: Sort]> = [
  [styles.cName, 'Name', 'name'],
  [styles.cSum, 'Summary'],
  [styles.cType, 'Type'],
  [styles.cRisk, 'Risk', 'risk'],
  [styles.cTrust, 'Trust', 'trust'],
  [styles.cCost, 'Read first'],
  [styles.cUpd, 'Updated', 'updated'],
];

const MEANINGS: Readonly<Record<string, string>> = {
  Trust: TRUST_MEANING,
  'Read first':
    'Tokens of the files that an agent should read before it writes a line of code: P0 in the format.',
};

function ColumnHeads({
  filters,
  onChange,
}: {
  readonly filters: BrowseFilters;
  readonly onChange: (filters: BrowseFilters) => void;
}) {
  const choose = (sort: Sort) =>
    onChange({
      ...filters,
      sort,
      ascending: sort === filters.sort ? !filters.ascending : NATURALLY_ASCENDING[sort],
    });
  const heads = useRef<HTMLDivElement>(null);
  return (
    <div ref={heads} role="toolbar" className={styles.cols} aria-label="Sort by" {...useToolbar(heads)}>
      {COLUMNS.map(([className, word, sort]) =>
        sort === undefined ? (
          <Head key={word} className={className} word={word} />
        ) : (
          <Head
            key={word}
            className={className}
            word={word}
            pressed={filters.sort === sort}
            onPress={() => choose(sort)}
          >
            {filters.sort === sort && (
              <>
                <Icon of={filters.ascending ? ArrowUp : ArrowDown} />
                <span className="hidden-text">{filters.ascending ? ', rising' : ', falling'}</span>
              </>
            )}
          </Head>
        ),
      )}
      <span className={styles.cProb}>
        <span className="hidden-text">Problems</span>
      </span>
    </div>
  );
}

function Head({
  word,
  pressed = false,
  onPress,
  className,
  children,
}: {
  readonly word: string;
  readonly pressed?: boolean;
  readonly onPress?: () => void;
  readonly className: string | undefined;
  readonly children?: ReactNode;
}) {
  const meaning = MEANINGS[word];
  if (meaning !== undefined)
    return (
      <Term className={className} meaning={meaning} {...(onPress !== undefined && { pressed, onPress })}>
        {word}
        {children}
      </Term>
    );
  if (onPress === undefined) return <span className={className}>{word}</span>;
  return (
    <button type="button" className={className} aria-pressed={pressed} onClick={onPress}>
      {word}
      {children}
    </button>
  );
}
