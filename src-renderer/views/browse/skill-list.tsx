import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useCopy } from '../../components/copy.tsx';
import { Risk, SeverityLabel } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { targetRow } from '../../components/move-among-rows.ts';
import { useKeys } from '../../components/shortcuts.tsx';
import { TrustBar } from '../../components/trust-bar.tsx';
import { formatRoute } from '../../route/route.ts';
import type { ProblemCount } from '../../skill/problems-by-skill.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { formatDay } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './browse.module.css';
import { type BrowseFilters, NATURALLY_ASCENDING, type Sort } from './browse-filters.ts';
import { useRowHeight } from './use-row-height.ts';

/** Where one was in the list, so that coming back from a skill finds it again. */
let lastOffset = 0;
let lastKey: string | undefined;

/** The rows, of which only those in view exist: ten thousand scroll like ten. */
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
  const [currentKey, setCurrentKey] = useState(lastKey);
  const copy = useCopy();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    initialOffset: lastOffset,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is another layout
  useEffect(() => virtualizer.measure(), [rowHeight]);
  useEffect(() => {
    const element = scroller.current;
    const remember = () => {
      lastOffset = element?.scrollTop ?? 0;
    };
    element?.addEventListener('scroll', remember, { passive: true });
    return () => element?.removeEventListener('scroll', remember);
  }, []);

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
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
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
  lastKey = currentKey;

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
        >
          {virtualizer.getVirtualItems().map((item) => {
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
                  problems={problems.get(row.key)}
                  current={row.key === currentKey}
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

const COLUMNS: ReadonlyArray<readonly [className: string | undefined, word: string, sort?: Sort]> = [
  [styles.cName, 'Name', 'name'],
  [styles.cSum, 'Summary'],
  [styles.cType, 'Type'],
  [styles.cRisk, 'Risk'],
  [styles.cTrust, 'Trust', 'trust'],
  [styles.cComp, 'Complete', 'completeness'],
  [styles.cUpd, 'Updated', 'updated'],
];

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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need another layout for the same meaning
    <div className={styles.cols} role="group" aria-label="Sort by">
      {COLUMNS.map(([className, word, sort]) =>
        sort === undefined ? (
          <span key={word} className={className}>
            {word}
          </span>
        ) : (
          <button
            key={word}
            type="button"
            className={className}
            aria-pressed={filters.sort === sort}
            onClick={() => choose(sort)}
          >
            {word}
            {filters.sort === sort && (
              <>
                <Icon of={filters.ascending ? ArrowUp : ArrowDown} />
                <span className="hidden-text">{filters.ascending ? ', rising' : ', falling'}</span>
              </>
            )}
          </button>
        ),
      )}
      <span className={styles.cProb}>
        <span className="hidden-text">Problems</span>
      </span>
    </div>
  );
}

const Row = memo(function Row({
  row,
  index,
  problems,
  current,
  onFocus,
}: {
  readonly row: SkillRow;
  readonly index: number;
  readonly problems: ProblemCount | undefined;
  readonly current: boolean;
  readonly onFocus: (key: string) => void;
}) {
  return (
    <a
      className={styles.row}
      data-here={current || undefined}
      href={formatRoute({ view: 'skill', key: row.key })}
      data-index={index}
      onFocus={() => onFocus(row.key)}
    >
      <span className={styles.cName}>
        <b title={row.name}>
          <Revealed text={row.name} />
        </b>
        <span className="key" title={row.key}>
          <Revealed text={row.place} />
        </span>
      </span>
      <span className={styles.cSum}>
        {row.summary === undefined ? (
          <span className="muted">No summary</span>
        ) : (
          <span title={row.summary}>
            <Revealed text={row.summary} />
          </span>
        )}
      </span>
      <span className={styles.cType}>{row.type === undefined ? '–' : <Revealed text={row.type} />}</span>
      <span className={styles.cRisk}>
        {row.risk === undefined ? <span className="muted">–</span> : <Risk level={row.risk} />}
      </span>
      <span className={styles.cTrust}>
        <TrustBar score={row.trust} sources={row.trustSources} inList />
        <b className="number">{row.trust ?? '–'}</b>
      </span>
      <span className={`${styles.cComp} number`}>
        {row.completeness === undefined ? (
          '–'
        ) : (
          <>
            {row.completeness} <small>%</small>
          </>
        )}
      </span>
      <span className={`${styles.cUpd} number`}>
        {row.updatedAt === undefined ? '–' : formatDay(row.updatedAt, new Date())}
      </span>
      <span className={styles.cProb}>
        {problems !== undefined && (
          <SeverityLabel severity={problems.worst}>
            <span className="number">{problems.count}</span>
            <span className="hidden-text"> {problems.count === 1 ? 'problem' : 'problems'}</span>
          </SeverityLabel>
        )}
      </span>
    </a>
  );
});
