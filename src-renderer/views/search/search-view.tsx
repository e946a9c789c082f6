import { useState } from 'react';
import type { FindResponse } from '../../../src-server/contract/api/api.ts';
import { moveAmongRows } from '../../components/move-among-rows.ts';
import { useMedia } from '../../components/use-media.ts';
import { WITHOUT_PANEL } from '../../components/widths.ts';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { hasService } from '../../host.ts';
import { formatRoute, parseRoute } from '../../route/route.ts';
import { sectionHref } from '../../route/section-href.ts';
import { navigate } from '../../route/use-route.ts';
import { AnswerList } from './answer-list.tsx';
import { BlankSearch, NAMES_ONLY } from './blank-search.tsx';
import type { NameMatches } from './match-names.ts';
import { ALL_NAMES, NameList } from './name-list.tsx';
import { NamePanel } from './name-panel.tsx';
import { NoAnswer } from './no-answer.tsx';
import styles from './search-view.module.css';
import { useAnswer } from './use-answer.ts';
import { useNames } from './use-names.ts';
import { useOpenBest } from './use-open-best.ts';
import { WhyPanel } from './why-panel.tsx';

const MOST_NAMES = 5;

/** Enter opens `href`. */
interface Row {
  readonly id: string;
  readonly href: string;
}

export default function SearchView({ query }: { readonly query: string }) {
  return query.trim() === '' ? <BlankSearch /> : <Asked query={query} />;
}

function Asked({ query }: { readonly query: string }) {
  const [allFor, setAllFor] = useState<string>();
  const most = allFor === query ? ALL_NAMES : MOST_NAMES;
  const { names, isAnswered } = useNames(query, most);
  const answer = useAnswer(query);
  const found = answer.value?.query === query ? answer.value : undefined;
  const rows = rowsOf(names, found);
  const [chosen, choose] = useChoice(query, rows);
  const isComplete = isAnswered && (names.total > 0 || found !== undefined);
  useOpenBest(query, chosen && (() => navigate(parseRoute(chosen.href))), isComplete);
  const isBelow = useMedia(WITHOUT_PANEL);
  const why = (response: FindResponse, key: string) => (
    <WhyPanel answer={response} of={key} isBelow={isBelow} />
  );
  const name = names.best.find(({ row }) => idOfName(row.key) === chosen?.id);
  const explained = found?.results.find(({ key }) => idOfAnswer(key) === chosen?.id);
  const hasPanel = !isBelow && (name !== undefined || (explained !== undefined && !isNoAnswer(names, found)));
  return (
    <div className={styles.view} data-panel={hasPanel || undefined}>
      <section className={`scroll ${styles.column}`} aria-label="Answers">
        <h1 className="hidden-text">Search</h1>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move among the links in it */}
        <div className={styles.rows} data-rows data-query={query} onKeyDown={moveAmongRows}>
          {names.total > 0 && (
            <NameList
              names={names}
              query={query}
              chosen={name?.row.key}
              onChoose={(key) => choose(idOfName(key))}
              onShowMore={() => setAllFor(query)}
            />
          )}
          {hasService ? (
            <ViewFrame of={answer} rows={6}>
              {(response) =>
                isNoAnswer(names, response) ? (
                  <NoAnswer answer={response} />
                ) : (
                  <AnswerList
                    answer={response}
                    askedAt={answer.of?.at}
                    isLate={response.query !== query}
                    hasNames={names.total > 0}
                    chosen={response.query === query ? explained?.key : undefined}
                    onChoose={(key) => choose(idOfAnswer(key))}
                    {...(isBelow && { below: (key: string) => why(response, key) })}
                  />
                )
              }
            </ViewFrame>
          ) : (
            <p className="soft">{NAMES_ONLY}</p>
          )}
        </div>
      </section>
      {hasPanel && name !== undefined && <NamePanel match={name} query={query} />}
      {hasPanel &&
        name === undefined &&
        found !== undefined &&
        explained !== undefined &&
        why(found, explained.key)}
    </div>
  );
}

const idOfName = (key: string): string => `name ${key}`;
const idOfAnswer = (key: string): string => `answer ${key}`;

/** Page order: Enter runs the first row. */
function rowsOf(names: NameMatches, found: FindResponse | undefined): readonly Row[] {
  return [
    ...names.best.map(({ row: { key } }) => ({
      id: idOfName(key),
      href: formatRoute({ view: 'skill', key }),
    })),
    ...(found?.results ?? []).map((result) => ({ id: idOfAnswer(result.key), href: sectionHref(result) })),
  ];
}

function isNoAnswer(names: NameMatches, found: FindResponse | undefined): boolean {
  if (names.total > 0 || found === undefined) return false;
  return found.results.length === 0 || found.question?.strength === 'weak';
}

/** Chosen row, by default the first. */
function useChoice(query: string, rows: readonly Row[]): readonly [Row | undefined, (id: string) => void] {
  const [choice, setChoice] = useState<{ readonly query: string; readonly id: string }>();
  const chosen = choice?.query === query ? rows.find(({ id }) => id === choice.id) : undefined;
  return [chosen ?? rows[0], (id) => setChoice({ query, id })];
}
