import { ChevronDown, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FindResponse, FindResult } from '../../../src-server/contract/api/api.ts';
import { verdictSentence } from '../../../src-server/contract/words/verdict-sentence.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatRoute } from '../../route/route.ts';
import { sectionHref } from '../../route/section-href.ts';
import { placeInKey } from '../../skill/key-parts.ts';
import { useSkillName } from '../../skill/use-skill.ts';
import { isAnswering } from '../../stores/service.ts';
import { useService } from '../../stores/use-stores.tsx';
import { formatClock, formatCount, plural } from '../../text/format.ts';
import { plainHeading } from '../../text/plain-heading.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './answer-list.module.css';
import { ExcerptsView } from './excerpt-view.tsx';
import { rankWords } from './rank-words.ts';
import { Strength } from './strength.tsx';
import { useAnswerCopy } from './use-answer-copy.ts';

/** Initially shown; fewer if weak and below names. */
const SHOWN = 8;
const SHOWN_IF_WEAK = 3;

export function AnswerList({
  answer,
  askedAt,
  isLate,
  hasNames,
  chosen,
  onChoose,
  below,
}: {
  readonly answer: FindResponse;
  /** Milliseconds since 1970. */
  readonly askedAt: number | undefined;
  /** Of the previous query. */
  readonly isLate: boolean;
  readonly hasNames: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
  /** Reason; omitted with a side panel. */
  readonly below?: (key: string) => ReactNode;
}) {
  const [shownFor, setShownFor] = useState<string>();
  const isOld = !useService(isAnswering);
  const { results, question, query } = answer;
  const first = question?.strength === 'weak' ? SHOWN_IF_WEAK : SHOWN;
  const sentence = question && verdictSentence(question);
  const shown = shownFor === query ? results : results.slice(0, first);
  const old = isOld && askedAt !== undefined ? formatClock(askedAt, new Date()) : undefined;
  return (
    <div className={styles.answers} aria-busy={isLate}>
      <div className={styles.head}>
        <h2 id="answers" className="cap">
          Answers from the texts
        </h2>
        {!hasNames && <span className={`muted ${styles.aside}`}>no skill has this name</span>}
        <span className="push muted number" role="status">
          {isLate ? 'looking…' : outcome(answer, shown.length)}
        </span>
      </div>
      {sentence !== undefined && <p className={styles.verdict}>{sentence}</p>}
      <ol aria-labelledby="answers" data-old={isOld || undefined}>
        {shown.map((result, at) => (
          <Answer
            key={result.key}
            result={result}
            rank={at + 1}
            isChosen={result.key === chosen}
            old={old}
            onChoose={() => onChoose(result.key)}
            below={below}
          />
        ))}
      </ol>
      {shown.length < results.length && (
        <Button look="bare" className={styles.more} onClick={() => setShownFor(query)}>
          Show {formatCount(results.length - shown.length)} more
        </Button>
      )}
    </div>
  );
}

function outcome({ results, question }: FindResponse, shown: number): string {
  const matching = question?.matching ?? results.length;
  if (matching === 0) return 'none';
  return matching > shown
    ? `best ${formatCount(shown)} of ${plural(matching, 'skill')}`
    : plural(matching, 'skill');
}

function Answer({
  result,
  rank,
  isChosen,
  old,
  onChoose,
  below,
}: {
  readonly result: FindResult;
  readonly rank: number;
  readonly isChosen: boolean;
  /** Time of the answer, unless serving. */
  readonly old: string | undefined;
  readonly onChoose: () => void;
  readonly below: ((key: string) => ReactNode) | undefined;
}) {
  const { key, section, strength = 'weak', warning } = result;
  const name = useSkillName(key);
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <li
      className={`edged ${styles.answer}`}
      aria-current={isChosen ? 'true' : undefined}
      onFocus={({ target }) => target.matches(':focus-visible') && onChoose()}
    >
      <Strength of={strength} />
      <div className={styles.main}>
        <div className={styles.title}>
          <h3>
            <a href={sectionHref(result)} title={writtenOut(key)}>
              <Revealed text={name} />
            </a>{' '}
            <span className="key">
              <Revealed text={placeInKey(key)} />
            </span>
          </h3>
          {old !== undefined && <span className={`muted number ${styles.old}`}>from {old}</span>}
        </div>
        <Where section={section} />
        {warning !== undefined && <p className={styles.warning}>{warning}</p>}
        {section !== undefined && <ExcerptsView excerpts={section.excerpts} />}
        <Actions
          result={result}
          name={name}
          isChosen={isChosen}
          why={
            <Button
              look="bare"
              className={styles.why}
              {...(below === undefined ? { 'aria-pressed': isChosen } : { 'aria-expanded': isUnfolded })}
              aria-label={`Why it comes ${rankWords(rank)}`}
              onClick={() => {
                onChoose();
                setUnfolded(!isUnfolded);
              }}
            >
              Why
              {below !== undefined && <Icon of={ChevronDown} />}
            </Button>
          }
        />
        {below !== undefined && isUnfolded && below(key)}
      </div>
    </li>
  );
}

function Where({ section }: { readonly section: FindResult['section'] | undefined }) {
  if (section === undefined)
    return <p className={styles.where}>Only its name, tags or summary have the words.</p>;
  return (
    <p className={styles.where}>
      <span className="mono">
        <Revealed text={section.file} />
      </span>
      {section.heading !== null && (
        <>
          {' › '}
          <b>
            <Revealed text={plainHeading(section.heading)} />
          </b>
        </>
      )}{' '}
      <span className="muted number">{lines(section.line_start, section.line_end)}</span>
    </p>
  );
}

function Actions({
  result,
  name,
  isChosen,
  why,
}: {
  readonly result: FindResult;
  readonly name: string;
  readonly isChosen: boolean;
  readonly why: ReactNode;
}) {
  const { key, section } = result;
  const copy = useAnswerCopy(key, section?.file);
  const look = isChosen ? 'plain' : 'bare';
  return (
    <div className={styles.actions}>
      <LinkButton
        look={look}
        data-beside
        href={sectionHref(result)}
        aria-label={`Read it in ${writtenOut(name)}`}
      >
        Read {isChosen && <kbd>Enter</kbd>}
      </LinkButton>
      <LinkButton
        look={look}
        data-beside
        href={formatRoute({ view: 'skill', key })}
        aria-label={`Read first: ${writtenOut(name)} from its beginning`}
      >
        Read first
      </LinkButton>
      <Button
        look={look}
        onClick={copy.copy}
        aria-disabled={copy.isCopying}
        aria-label={`Copy for an agent: ${writtenOut(name)}`}
      >
        <Icon of={Copy} />
        Copy for an agent
      </Button>
      {why}
    </div>
  );
}

function lines(start: number, end: number): string {
  return start === end ? `line ${formatCount(start)}` : `lines ${formatCount(start)} to ${formatCount(end)}`;
}
