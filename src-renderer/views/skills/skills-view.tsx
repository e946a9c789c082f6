import { useEffect, useMemo, useState } from 'react';
import type { RegistryIndex } from '../../../src-server/contract/api.ts';
import { othersWords } from '../../../src-server/contract/service.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import { desktop, site } from '../../data/host.ts';
import {
  type RegistryQuery,
  useAnswers,
  useDiagnostics,
  useRegistryQuery,
  useSearch,
  useService,
  useSkills,
} from '../../data/registry.ts';
import { beginSkill, ownShell } from '../../domain/command-lines.ts';
import { nameIn, type SkillFault, unservedIn } from '../../domain/skill-faults.ts';
import { type SkillRow, toSkillRows } from '../../domain/skill-rows.ts';
import { href, navigate } from '../../router.ts';
import { LinkButton, TextButton } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/code.tsx';
import { Empty, Notice } from '../../ui/notice.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import {
  type AnswerList,
  type AnswerRow,
  bestOf,
  hrefOf,
  type NameRow,
  toAnswerList,
} from './answer-list.ts';
import { AnswerPanes, AnswerRows } from './answer-panes.tsx';
import { type Question, QuestionBox, type SkillsRoute, useQuestion } from './question-box.tsx';
import { SkillList } from './skill-list.tsx';
import styles from './skills.module.css';

/** The list of all skills; while something is asked, its answers. */
export function SkillsView({ route }: { readonly route: SkillsRoute }) {
  const question = useQuestion(route);
  const skills = useSkills();
  const rows = useMemo(() => toSkillRows(skills.data?.skills ?? []), [skills.data]);
  const { isIdle } = question;
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
  readonly skills: RegistryQuery<RegistryIndex>;
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
          <SkillList
            rows={rows}
            route={route}
            served={counts?.served}
            others={counts === undefined ? '' : othersWords(counts)}
          />
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
              ? `${countWords(folders, 'skill is', 'skills are')} here, and none is served.`
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
  const unserved = useUnserved(asked, rows, {
    isAnswered: answers.data?.question?.strength === 'strong' || list.named.length > 0,
  });
  if (unserved !== undefined && isCurrent) return <Unserved fault={unserved} />;
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

/** Finds skills by all words; where no skill has them all, by the one that is the name of a skill. */
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

/** Questions about common trouble; those that this registry answers well are shown. */
const CANDIDATE_QUESTIONS = [
  'rows leak a connection from the pool',
  'log messages are lost on exit',
  'an UPDATE without an error, but no change',
  'two goroutines write to one websocket',
  'request hangs forever without a timeout',
  'holding a std mutex across an await',
  'use the gin context in a goroutine',
  'defer rows.Close in database/sql',
  'is it safe to share between threads',
  'deadlock when two locks are taken',
  'reuse a connection for many requests',
  'memory leak when not closed',
] as const;
const MOST_SHOWN = 3;

/** Three questions that have a strong answer here. */
function Examples() {
  const { status } = useService().state;
  const { data = [], isLoading } = useRegistryQuery<readonly string[]>(
    ['examples'],
    async ({ find }, signal) => {
      const answered: string[] = [];
      for (const question of CANDIDATE_QUESTIONS) {
        const answer = await find(question, 1, signal);
        if (answer.question?.strength === 'strong') answered.push(question);
        if (answered.length === MOST_SHOWN) break;
      }
      return answered;
    },
    { enabled: site === undefined },
  );
  const hasNone = data.length === 0 && (status?.counts.skills === 0 || !isLoading);
  if (hasNone) return null;
  return (
    <p className={styles.examples}>
      {data.length > 0 && <span>For example</span>}
      {data.map((question) => (
        <a key={question} className="link" href={href({ view: 'skills', q: question })}>
          {question}
        </a>
      ))}
    </p>
  );
}

/** One line that says that nothing answers, and the next step. */
function NoAnswer({
  list: { verdict, missing, weaker },
  asked,
  rows,
  isCurrent,
}: {
  readonly list: AnswerList;
  readonly asked: string;
  readonly rows: readonly SkillRow[];
  readonly isCurrent: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { state } = useService();
  const [word] = missing;
  const covers = /^No skill covers .*?\./.exec(verdict ?? '')?.[0];
  const { line, notHere } = beginSkill(state, ownShell(navigator));
  return (
    <div className={styles.sheet} aria-live="polite" aria-busy={!isCurrent}>
      <div className={styles.column}>
        <Empty
          as="h1"
          title={
            covers ??
            (word === undefined ? (
              'No skill here answers this.'
            ) : (
              <>
                No skill here has the word “<Revealed text={word} />
                ”.
              </>
            ))
          }
          actions={<LinkButton href="#/">All {countWords(rows.length, 'skill')}</LinkButton>}
        >
          {site === undefined && (
            <>
              <p>
                {notHere === undefined
                  ? 'If your agents need it, begin a skill: this makes its files from a template, and you write what goes wrong.'
                  : `${notHere} If your agents need the skill, begin a registry of your own: this makes it, and says how to go on.`}
              </p>
              <CommandLine line={line} isTemplate />
            </>
          )}
          {weaker.length > 0 && !isOpen && (
            <TextButton onClick={() => setIsOpen(true)}>
              {countWords(weaker.length, 'skill shares', 'skills share')} a few words
            </TextButton>
          )}
        </Empty>
        {isOpen && <AnswerRows rows={weaker} asked={asked} label="Share a few words" />}
      </div>
    </div>
  );
}

/** Finds the skill that a question without a sure answer names, and that is here and not served. */
function useUnserved(
  asked: string,
  rows: readonly SkillRow[],
  { isAnswered }: { readonly isAnswered: boolean },
): SkillFault | undefined {
  const { notServed = 0 } = useService().state.status?.counts ?? {};
  const isWanted = !isAnswered && notServed > 0;
  const diagnostics = useDiagnostics({ enabled: isWanted }).data?.diagnostics;
  return useMemo(
    () => (isWanted ? unservedIn(asked, diagnostics ?? [], rows) : undefined),
    [isWanted, asked, diagnostics, rows],
  );
}

/** Says that what was asked about is here: to begin a skill about it would be bad advice. */
function Unserved({ fault: { key, why } }: { readonly fault: SkillFault }) {
  return (
    <div className={styles.sheet} aria-live="polite">
      <div className={styles.column}>
        <Empty
          as="h1"
          title={
            <>
              <Revealed text={key} /> is here, and is not served.
            </>
          }
          actions={
            <>
              <LinkButton kind="primary" href="#/source">
                What needs repair
              </LinkButton>
              <LinkButton href="#/">All skills</LinkButton>
            </>
          }
        >
          <p>
            <Revealed text={why} />
          </p>
        </Empty>
      </div>
    </div>
  );
}
