import { useId } from 'react';
import type { FindResponse, FindResult, QuestionReport } from '../../../src-server/contract/api/api.ts';
import { placeInKey } from '../../skill/key-parts.ts';
import { useSkillName } from '../../skill/use-skill.ts';
import { listWords } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { rankWords } from './rank-words.ts';
import { missingWords, reasonSentence } from './reason.ts';
import { Sentences } from './sentences.tsx';
import { SkillLines } from './skill-lines.tsx';
import styles from './why-panel.module.css';

export function WhyPanel({
  answer,
  of,
  isBelow,
}: {
  readonly answer: FindResponse;
  readonly of: string;
  /** Below the skill's name. */
  readonly isBelow: boolean;
}) {
  const id = useId();
  const place = answer.results.findIndex(({ key }) => key === of);
  const result = answer.results[place];
  const { question, query } = answer;
  const name = useSkillName(of);
  if (result === undefined || question === undefined) return null;
  const rank = place + 1;
  return (
    <aside
      className={`scroll ${styles.panel}`}
      data-below={isBelow || undefined}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        <span className="cap">Why it comes {rankWords(rank)}</span>
        {!isBelow && (
          <span className={styles.name}>
            <Revealed text={name} />{' '}
            <span className="key">
              <Revealed text={placeInKey(of)} />
            </span>
          </span>
        )}
      </h2>
      <p className={styles.reason}>
        <Sentences of={[reasonSentence(result, { query, rank })]} />
      </p>
      <Missing result={result} question={question} />
      {!isBelow && <SkillLines of={of} />}
    </aside>
  );
}

function Missing({ result, question }: { readonly result: FindResult; readonly question: QuestionReport }) {
  const missing = missingWords(result, question);
  return (
    <p className={`muted ${styles.note}`}>
      {missing.length > 0 && (
        <>
          Not in this skill: <Revealed text={listWords(missing)} />.{' '}
        </>
      )}
      {question.left_out.length > 0 && `Not searched for: ${listWords(question.left_out)}.`}
    </p>
  );
}
