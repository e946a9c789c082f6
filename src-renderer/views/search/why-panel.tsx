import { useId } from 'react';
import type { FindResponse, FindResult, QuestionReport } from '../../../src-server/contract/api/api.ts';
import { placeInKey } from '../../skill/key-parts.ts';
import { useSkillName } from '../../skill/use-skill.ts';
import { formatCount, listWords } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { rankWords } from './rank-words.ts';
import { missingWords, reasonSentence } from './reason.ts';
import { Sentences } from './sentences.tsx';
import { SkillLines } from './skill-lines.tsx';
import { sumRows } from './sum-rows.ts';
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
      <Sum result={result} question={question} />
      {!isBelow && <SkillLines of={of} />}
    </aside>
  );
}

function Sum({ result, question }: { readonly result: FindResult; readonly question: QuestionReport }) {
  const { rows, sum } = sumRows(result);
  const missing = missingWords(result, question);
  return (
    <>
      <table className={styles.sum}>
        <caption className="hidden-text">What each word adds</caption>
        <thead>
          <tr>
            <th scope="col">Word</th>
            <th scope="col">Here</th>
            <th scope="col">In skills</th>
            <th scope="col">Adds</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <Revealed text={row.word} />
                {row.insteadOf !== undefined && (
                  <span className="muted">
                    {' as '}
                    <Revealed text={row.insteadOf} />
                  </span>
                )}
              </th>
              <td className="number">{row.here}</td>
              <td className="number">
                {formatCount(row.skills)} <span className="muted">of {formatCount(question.skills)}</span>
              </td>
              <td className="number">{row.adds}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td />
            <td />
            <td className="number">{sum}</td>
          </tr>
        </tfoot>
      </table>
      <p className={`muted ${styles.note}`}>
        {missing.length > 0 && (
          <>
            Not in this skill: <Revealed text={listWords(missing)} />.{' '}
          </>
        )}
        {question.left_out.length > 0 && `Not searched for: ${listWords(question.left_out)}.`}
      </p>
    </>
  );
}
