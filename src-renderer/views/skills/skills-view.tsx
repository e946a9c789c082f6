import { useEffect, useMemo, useState } from 'react';
import { serviceWords } from '../../../src-main/contract/service-words.ts';
import { site } from '../../data/site.ts';
import { useAnswers, useSkills } from '../../data/use-registry.ts';
import { useService } from '../../data/use-service.ts';
import { type SkillRow, toSkillRows } from '../../domain/skill-row.ts';
import { navigate } from '../../router/use-route.ts';
import { Revealed } from '../../text/revealed.tsx';
import { LinkButton } from '../../ui/controls/button.tsx';
import { QueryView } from '../../ui/lists/query-view.tsx';
import { Empty, Notice } from '../../ui/show/notice.tsx';
import { bestOf, hrefOf, toAnswerList } from './answer-list.ts';
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
  const [isOpening, setIsOpening] = useState(false);
  const isIdle = question.text.trim() === '';
  return (
    <div className={styles.skills} data-asking={!isIdle || undefined}>
      <div className={styles.top}>
        <QuestionBox
          question={question}
          label="What are you about to do, or what went wrong?"
          onOpenBest={() => {
            setIsOpening(true);
            question.ask();
          }}
        />
        {isIdle && site === undefined && <Examples />}
        {route.unknown !== undefined && (
          <Notice kind="info" title="There is no such page.">
            <Revealed text={`#/${route.unknown}`} /> leads nowhere. Here are all skills.
          </Notice>
        )}
      </div>
      {isIdle ? (
        <Idle route={route} skills={skills} rows={rows} />
      ) : (
        <Answers question={question} rows={rows} isOpening={isOpening} onOpened={() => setIsOpening(false)} />
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
  const { leftOut = 0, drafts = 0 } = state.status?.counts ?? {};
  const isAsked = skills.isFetching || skills.data !== undefined || skills.error !== null;
  if (!isAsked && state.phase !== 'asking') return <NotServing />;
  return (
    <QueryView of={skills} name="skills">
      {() =>
        rows.length === 0 ? (
          <NoSkills />
        ) : (
          <SkillList rows={rows} route={route} notServed={site === undefined ? leftOut + drafts : 0} />
        )
      }
    </QueryView>
  );
}

/** In the app: Source says why, and what helps. */
function NotServing() {
  const { state } = useService();
  return (
    <div className={styles.sheet}>
      <div className={styles.column}>
        <Empty
          as="h1"
          title={`${serviceWords(state, new Date()).line}. There are no skills to show.`}
          actions={
            <LinkButton kind="primary" href="#/source">
              Open Source
            </LinkButton>
          }
        />
      </div>
    </div>
  );
}

function NoSkills() {
  return (
    <div className={styles.sheet}>
      <div className={styles.column}>
        <Empty
          as="h1"
          title="There is no skill here yet."
          {...(site === undefined && {
            actions: (
              <LinkButton kind="primary" href="#/source">
                How to begin
              </LinkButton>
            ),
          })}
        >
          {site === undefined && (
            <p>Write one, add a registry from Git, or look at the sample: Source has all three.</p>
          )}
        </Empty>
      </div>
    </div>
  );
}

function Answers({
  question: { text, asked },
  rows,
  isOpening,
  onOpened,
}: {
  readonly question: Question;
  readonly rows: readonly SkillRow[];
  /** Enter was pressed: the best opens as soon as it is known. */
  readonly isOpening: boolean;
  readonly onOpened: () => void;
}) {
  const answers = useAnswers(asked);
  const list = useMemo(() => toAnswerList(text, rows, answers.data), [text, rows, answers.data]);
  const isCurrent = text.trim() === asked && !answers.isPlaceholderData && !answers.isFetching;
  const best = bestOf(list.shown);
  const canOpen = isOpening && best !== undefined && (isCurrent || best.isNamed);
  useEffect(() => {
    if (!isOpening) return;
    if (canOpen) navigate(hrefOf(best, asked));
    if (canOpen || isCurrent) onOpened();
  }, [isOpening, canOpen, isCurrent, best, asked, onOpened]);
  if (list.isNone) return <NoAnswer list={list} asked={asked} skills={rows.length} isCurrent={isCurrent} />;
  if (answers.data === undefined && list.shown.length === 0)
    return (
      <div className={styles.sheet}>
        <QueryView of={answers} name="answers">
          {() => null}
        </QueryView>
      </div>
    );
  return <AnswerPanes list={list} asked={asked} isCurrent={isCurrent} error={answers.error} />;
}
