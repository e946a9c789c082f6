import { useEffect, useMemo } from 'react';

import { othersWords } from '../../../src-server/contract/service.ts';
import { site } from '../../data/site.ts';
import { useAnswers, useSearch, useSkills } from '../../data/use-registry.ts';
import { useService } from '../../data/use-service.ts';
import { desktop } from '../../desktop.ts';
import { nameIn, type SkillRow, toSkillRows } from '../../domain/skill-row.ts';
import { navigate } from '../../router/use-route.ts';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { LinkButton } from '../../ui/controls/button.tsx';
import { QueryView } from '../../ui/lists/query-view.tsx';
import { Empty, Notice } from '../../ui/show/notice.tsx';
import { type AnswerRow, bestOf, hrefOf, type NameRow, toAnswerList } from './answer-list.ts';
import { AnswerPanes } from './answer-panes.tsx';
import { Examples } from './examples.tsx';
import { NoAnswer } from './no-answer.tsx';
import { QuestionBox } from './question-box.tsx';
import { SkillList } from './skill-list.tsx';
import styles from './skills.module.css';
import { type Question, type SkillsRoute, useQuestion } from './use-question.ts';

/** All skills; while something is asked, the answers. */
export function SkillsView({ route }: { readonly route: SkillsRoute }) {
  const question = useQuestion(route);
  const skills = useSkills();
  const rows = useMemo(() => toSkillRows(skills.data?.skills ?? []), [skills.data]);
  const isIdle = question.text.trim() === '';
  return (
    <div className={styles.skills} data-asking={!isIdle || undefined}>
      <div className={styles.top}>
        <QuestionBox question={question} label="What are you about to do, or what went wrong?" />
        {isIdle && site === undefined && <Examples />}
        {route.unknown !== undefined && (
          <Notice kind="info" title="There is no such page.">
            <Revealed text={`#/${route.unknown}`} /> leads nowhere. Here are all skills.
          </Notice>
        )}
      </div>
      {isIdle || (skills.data !== undefined && rows.length === 0) ? (
        <Idle route={route} skills={skills} rows={rows} />
      ) : (
        <Answers question={question} rows={rows} />
      )}
    </div>
  );
}

function Idle({
  route,
  skills,
  rows,
}: {
  readonly route: SkillsRoute;
  readonly skills: ReturnType<typeof useSkills>;
  readonly rows: readonly SkillRow[];
}) {
  const { state } = useService();
  const counts = site === undefined ? state.status?.counts : undefined;
  return (
    <QueryView of={skills} name="skills">
      {() =>
        rows.length === 0 ? (
          <NoSkills folders={counts?.folders ?? 0} others={counts === undefined ? '' : othersWords(counts)} />
        ) : (
          <SkillList rows={rows} route={route} others={counts === undefined ? '' : othersWords(counts)} />
        )
      }
    </QueryView>
  );
}

function NoSkills({ folders, others }: { readonly folders: number; readonly others: string }) {
  const hasSome = folders > 0;
  return (
    <div className={styles.sheet}>
      <div className={styles.column}>
        <Empty
          as="h1"
          title={
            hasSome
              ? `${plural(folders, 'skill is', 'skills are')} here, and none is served.`
              : 'There is no skill here yet.'
          }
          actions={
            site === undefined && (
              <LinkButton kind="primary" href="#/source">
                {hasSome ? 'What needs repair' : 'How to begin'}
              </LinkButton>
            )
          }
        >
          {site === undefined && (
            <p>
              {hasSome
                ? `${others}.`
                : `Write one, ${desktop === undefined ? 'serve another folder' : 'add a registry from Git'}, or look at the sample: Source has all three.`}
            </p>
          )}
        </Empty>
      </div>
    </div>
  );
}

function Answers({
  question: { text, asked, isOpening, opened },
  rows,
}: {
  readonly question: Question;
  readonly rows: readonly SkillRow[];
}) {
  const answers = useAnswers(asked);
  const names = useNames(asked, rows);
  const list = useMemo(
    () => toAnswerList(text, rows, { names: names.data, answer: answers.data }),
    [text, rows, names.data, answers.data],
  );
  const isTyped = text.trim() === asked;
  const isCurrent = isTyped && !answers.isPlaceholderData && !answers.isFetching && !names.isPending;
  const best = bestOf(list);
  const isBestKnown = isCurrent || (isTyped && !names.isPending && best !== undefined && isTypedName(best));
  useEffect(() => {
    if (!isOpening || !isBestKnown) return;
    // Whoever has gone on elsewhere meanwhile stays there.
    const { activeElement, body } = document;
    const isWaiting = activeElement === body || activeElement?.id === 'question';
    if (best !== undefined && isWaiting) navigate(hrefOf(best, asked));
    opened();
  }, [isOpening, isBestKnown, best, asked, opened]);
  if (list.isNone) return <NoAnswer list={list} asked={asked} rows={rows} isCurrent={isCurrent} />;
  if (answers.data === undefined && list.named.length === 0)
    return (
      <div className={styles.sheet}>
        <QueryView of={answers} name="answers">
          {() => null}
        </QueryView>
      </div>
    );
  return <AnswerPanes list={list} asked={asked} isCurrent={isCurrent} error={answers.error} />;
}

const isTypedName = (row: NameRow | AnswerRow) => 'isNamed' in row && row.isNamed;

/** By all words; where no skill has them all, by the one that is the name of a skill. */
function useNames(asked: string, rows: readonly SkillRow[]) {
  const whole = useSearch(asked);
  const isSettled = !whole.isPlaceholderData && !whole.isFetching;
  const name =
    isSettled && whole.data?.results.length === 0
      ? nameIn(
          asked,
          rows.map((row) => row.name),
        )
      : undefined;
  const part = useSearch(name ?? '');
  const { data } = name === undefined ? whole : part;
  const isPending = !isSettled || (name !== undefined && (part.isPlaceholderData || part.isFetching));
  return { data, isPending };
}
