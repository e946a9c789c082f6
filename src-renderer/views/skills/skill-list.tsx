import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { languageName } from '../../../src-server/contract/skill-format.ts';
import { countWords, groupDigits } from '../../../src-server/contract/words.ts';
import { useService } from '../../data/registry.ts';
import type { SkillRow } from '../../domain/skill-rows.ts';
import { useWide } from '../../layout/layout.tsx';
import { href, navigate, scrolledTo, useScrollMemory } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Label, Mark, Risk } from '../../ui/marks.tsx';
import { Empty } from '../../ui/notice.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { isComposing } from '../../ui/shortcuts.tsx';
import type { SkillsRoute } from './question-box.tsx';
import styles from './skills.module.css';

/** Pixels that rows take which were not drawn yet, as guesses. */
const ONE_LINE = 36;
const TWO_LINES = 57;
const HEAD = 44;
const RISKS = ['high', 'medium', 'low'] as const;

/** A row, with the head of its group if it is the group's first. */
interface ListedRow extends SkillRow {
  readonly head?: { readonly risk: string | undefined; readonly count: number };
}

/**
 * Adds the heads of groups.
 * @param rows the riskiest first
 */
function withHeads(rows: readonly SkillRow[]): readonly ListedRow[] {
  const counts = new Map<string | undefined, number>();
  for (const { risk } of rows) counts.set(knownRisk(risk), (counts.get(knownRisk(risk)) ?? 0) + 1);
  let last: string | undefined | null = null;
  return rows.map((row) => {
    const risk = knownRisk(row.risk);
    const isFirst = risk !== last;
    last = risk;
    return isFirst ? { ...row, head: { risk, count: counts.get(risk) ?? 0 } } : row;
  });
}

const knownRisk = (risk: string | undefined) => RISKS.find((level) => level === risk);

export function SkillList({
  rows,
  route,
  served,
  others,
}: {
  readonly rows: readonly SkillRow[];
  readonly route: SkillsRoute;
  /** How many skills agents get; undefined where no service says it. */
  readonly served: number | undefined;
  /** How many skills agents don't get, such as `17 are withheld, 2 are not served`; empty where they get all. */
  readonly others: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  useScrollMemory(scroller, 'list');
  const { lang = '', risk = '' } = route;
  const shown = useMemo(
    () => rows.filter((row) => (lang === '' || row.language === lang) && (risk === '' || row.risk === risk)),
    [rows, lang, risk],
  );
  const listed = useMemo(() => withHeads(shown), [shown]);
  const isWide = useWide();
  const languages = [...new Set(rows.map(({ language }) => language))].sort();
  const filter = (change: { readonly lang?: string; readonly risk?: string }) => {
    const next = { lang, risk, ...change };
    navigate(
      {
        view: 'skills',
        ...(next.lang !== '' && { lang: next.lang }),
        ...(next.risk !== '' && { risk: next.risk }),
      },
      { replace: true },
    );
  };
  const count =
    shown.length === rows.length
      ? countWords(rows.length, 'skill')
      : `${shown.length} of ${countWords(rows.length, 'skill')}`;
  return (
    <div className={styles.sheet} ref={scroller}>
      <div className={styles.tools}>
        <h1>
          <span role="status">{count}</span>
          <Standing />
          {others !== '' && (
            <span className={styles.standing}>
              {served !== undefined && `agents get ${served === 0 ? 'none' : groupDigits(served)}: `}
              <a className="link" href="#/source">
                {others}
              </a>
            </span>
          )}
        </h1>
        <SelectField
          label="Language"
          isLabelHidden
          value={lang}
          onChange={({ currentTarget }) => filter({ lang: currentTarget.value })}
        >
          <option value="">All languages</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Risk"
          isLabelHidden
          value={risk}
          onChange={({ currentTarget }) => filter({ risk: currentTarget.value })}
        >
          <option value="">Any risk</option>
          {RISKS.map((level) => (
            <option key={level} value={level}>
              {level.charAt(0).toUpperCase() + level.slice(1)}
            </option>
          ))}
        </SelectField>
      </div>
      {shown.length === 0 ? (
        <div className={styles.column}>
          <Empty
            title="No skill is of this language and risk."
            actions={
              <Button onClick={() => filter({ lang: '', risk: '' })}>
                All {countWords(rows.length, 'skill')}
              </Button>
            }
          />
        </div>
      ) : (
        <LongList
          label="Skills"
          items={listed}
          keyOf={({ key }) => key}
          heightOf={({ head }) => (isWide ? ONE_LINE : TWO_LINES) + (head === undefined ? 0 : HEAD)}
          scroller={scroller}
          startAt={scrolledTo('list')}
          onLeaveUp={() => document.getElementById('question')?.focus()}
        >
          {(row) => <Row row={row} />}
        </LongList>
      )}
    </div>
  );
}

/** What the texts are worth, said once for all skills. */
function Standing() {
  const { state } = useService();
  if (state.status?.registry.sample === true)
    return <span className={styles.standing}>the sample, reviewed and run</span>;
  return (
    <span className={styles.standing} title="Evidence, not instructions: nobody vouches for these texts">
      unreviewed notes
    </span>
  );
}

/** A row, which is drawn again only if its skill changed. */
const Row = memo(function Row({ row }: { readonly row: ListedRow }) {
  const { key, name, version, language, line, registry, head } = row;
  return (
    <>
      {head !== undefined && (
        <h2 className={styles.group} data-risk={head.risk}>
          {head.risk === undefined ? 'No risk given' : <Risk of={head.risk} />}
          <span className="number">{countWords(head.count, 'skill')}</span>
        </h2>
      )}
      <a className={styles.row} data-line={line.kind} href={href({ view: 'skill', key })} title={key}>
        <span className={styles.name}>
          <b>
            <Revealed text={name} />
          </b>
          {version !== undefined && (
            <span className={styles.fact}>
              <Revealed text={version} />
            </span>
          )}
          <span className={styles.fact}>{languageName(language)}</span>
          {registry !== undefined && (
            <Label>
              <Revealed text={registry} />
            </Label>
          )}
        </span>
        <span className={styles.line}>
          {line.kind === 'danger' && <Mark name="warning" tone="care" />} <Revealed text={line.text} />
        </span>
      </a>
    </>
  );
});

/**
 * The longest list that is drawn whole. Longer ones draw only the rows in view, so that typing and filters stay
 * fluid; a browser then finds no word in the others.
 */
const MOST_DRAWN = 500;
/** The rows that are drawn above and below what is seen. */
const OVERSCAN = 8;

interface LongListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Returns the expected height in pixels of a row that was not drawn yet. */
  readonly heightOf: (item: T) => number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Pixels that the scroller is scrolled by at first. */
  readonly startAt?: number | undefined;
  /** Called for Arrow up in the first row. */
  readonly onLeaveUp?: () => void;
  readonly children: (item: T) => ReactNode;
}

/** Draws all rows of a usual registry. Arrows, Home and End move the focus among the rows' links. */
function LongList<T>(props: LongListProps<T>) {
  return props.items.length > MOST_DRAWN ? <RowsInView {...props} /> : <AllRows {...props} />;
}

function AllRows<T>({ label, items, keyOf, onLeaveUp, children }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) => linkIn(list, index)?.focus();
  return (
    <ul ref={list} aria-label={label} onKeyDown={moveAmongRows(items.length, focusRow, onLeaveUp)}>
      {items.map((item, index) => (
        <li key={keyOf(item)} data-index={index}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

function RowsInView<T>({
  label,
  items,
  keyOf,
  heightOf,
  scroller,
  startAt = 0,
  onLeaveUp,
  children,
}: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  // Stays drawn while it is scrolled out of view, so that it keeps the focus.
  const [focused, setFocused] = useState<string>();
  const focusedAt = focused === undefined ? -1 : items.findIndex((item) => keyOf(item) === focused);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index] as T),
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: OVERSCAN,
    scrollMargin: margin,
    initialOffset: startAt,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focusedAt === -1 || shown.includes(focusedAt)) return shown;
      return [...shown, focusedAt].sort((a, b) => a - b);
    },
  });
  const focusRow = (index: number) => {
    rows.scrollToIndex(index);
    // A row that was not drawn is there after the next frames.
    const tryFocus = (left: number) => {
      const row = linkIn(list, index);
      if (row) row.focus();
      else if (left > 0) requestAnimationFrame(() => tryFocus(left - 1));
    };
    tryFocus(20);
  };
  return (
    <ul
      ref={list}
      aria-label={label}
      data-in-view-only
      style={{ position: 'relative', height: rows.getTotalSize() }}
      onKeyDown={moveAmongRows(items.length, focusRow, onLeaveUp)}
      onFocus={({ target }) => {
        const item = items[indexOf(target) ?? -1];
        setFocused(item && keyOf(item));
      }}
      onBlur={() => setFocused(undefined)}
    >
      {rows.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start - margin}px)` }}
        >
          {children(items[index] as T)}
        </li>
      ))}
    </ul>
  );
}

function moveAmongRows(
  count: number,
  focusRow: (index: number) => void,
  onLeaveUp: (() => void) | undefined,
) {
  return (event: KeyboardEvent) => {
    const at = indexOf(document.activeElement);
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isComposing(event.nativeEvent)) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) onLeaveUp?.();
    else focusRow(Math.min(to, count - 1));
  };
}

function indexOf(element: Element | null): number | undefined {
  const index = element?.closest('[data-index]')?.getAttribute('data-index');
  return index == null ? undefined : Number(index);
}

function linkIn(list: RefObject<HTMLElement | null>, index: number): HTMLElement | null | undefined {
  return list.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
}
