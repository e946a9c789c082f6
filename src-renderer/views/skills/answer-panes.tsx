import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { Split } from '../../layout/layout.tsx';
import { useWide } from '../../layout/use-wide.ts';
import { LinkButton, TextButton } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/lists/query-view.tsx';
import { isComposing } from '../../ui/over/shortcuts.tsx';
import { Empty, Notice } from '../../ui/show/notice.tsx';
import { type AnswerList, type AnswerRow, bestOf, hrefOf, type NameRow, placeIn } from './answer-list.ts';
import { AnswerRows, NameRows } from './answer-rows.tsx';
import styles from './answers.module.css';
import { Excerpts } from './excerpts.tsx';

const Reader = lazy(() =>
  import('../reader/reader.tsx').then(({ Reader: component }) => ({ default: component })),
);

/** The answers; beside them the section that answers, or below the first when narrow. */
export function AnswerPanes({
  list: { named, shown, weaker, caption, verdict },
  asked,
  isCurrent,
  error,
}: {
  readonly list: AnswerList;
  readonly asked: string;
  /** False while a newer question is asked. */
  readonly isCurrent: boolean;
  readonly error: Error | null;
}) {
  const isWide = useWide();
  const [choice, setChoice] = useState({ asked, id: '' });
  const [unfolded, setUnfolded] = useState('');
  const isUnfolded = unfolded === asked;
  const answers = isUnfolded ? [...shown, ...weaker] : shown;
  const all = [...named, ...answers];
  const chosen =
    all.find(({ id }) => choice.asked === asked && id === choice.id) ?? bestOf({ named, shown: answers });
  const first = shown[0]?.warning === undefined ? shown[0] : undefined;
  const rowsProps = {
    asked,
    onChoose: (id: string) => setChoice({ asked, id }),
    chosen: isWide ? chosen?.id : undefined,
  };
  const left = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move among the links in it
    <div data-answers aria-busy={!isCurrent} onKeyDown={moveAmongLinks}>
      {named.length > 0 && <NameRows {...rowsProps} rows={named} />}
      {(named.length === 0 || shown.length > 0) && (
        <h1 className={styles.caption}>
          <span role="status">{verdict ?? caption}</span>
        </h1>
      )}
      {error !== null && (
        <Notice kind="warning" title="The texts could not be searched.">
          {error.message}
        </Notice>
      )}
      {shown.length > 0 && (
        <AnswerRows
          {...rowsProps}
          rows={shown}
          label="Answers"
          hasBest
          below={!isWide && first !== undefined && <FirstSection row={first} asked={asked} />}
        />
      )}
      {weaker.length > 0 &&
        (isUnfolded ? (
          <AnswerRows {...rowsProps} rows={weaker} label="Share only a few words" />
        ) : (
          <p className={styles.weaker}>
            <TextButton onClick={() => setUnfolded(asked)}>
              {weaker.length} more that share{weaker.length === 1 ? 's' : ''} only a few words
            </TextButton>
          </p>
        ))}
    </div>
  );
  return (
    <Split
      left={left}
      right={
        isWide &&
        (chosen === undefined ? (
          all.length > 0 && (
            <div className={styles.none}>
              <Empty title="Agents don’t get this answer. Choose it to read it." />
            </div>
          )
        ) : (
          <Pane row={chosen} question={asked} />
        ))
      }
    />
  );
}

function Pane({ row, question }: { readonly row: NameRow | AnswerRow; readonly question: string }) {
  return (
    <Suspense fallback={<Loading />}>
      <Reader key={row.key} skillKey={row.key} {...placeIn(row)} question={question} compact />
    </Suspense>
  );
}

function FirstSection({ row, asked }: { readonly row: AnswerRow; readonly asked: string }) {
  const excerpts = row.result.section?.excerpts ?? [];
  return (
    <div className={styles.first}>
      <Excerpts of={excerpts} />
      <LinkButton kind="primary" href={hrefOf(row, asked)}>
        Read all of it
      </LinkButton>
    </div>
  );
}

/** Arrows move among the answers, and above the first back into the box; Escape goes there at once. */
function moveAmongLinks(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event.nativeEvent)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li > a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1, Escape: -1 }[event.key];
  if (to === undefined || (at === -1 && event.key !== 'Escape')) return;
  event.preventDefault();
  if (to < 0) document.getElementById('question')?.focus();
  else links[Math.min(to, links.length - 1)]?.focus();
}
