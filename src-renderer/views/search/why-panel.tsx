import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { FindResponse, FindResult, QuestionReport } from '../../../src-server/contract/api/api.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { placeInKey } from '../../skill/key-parts.ts';
import { useSkillName } from '../../skill/use-skill.ts';
import { formatCount, listWords } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry } from '../../world/use-world.tsx';
import { rankWords } from './rank-words.ts';
import { phrasesOf, phraseWords, reasonSentences } from './reason.ts';
import { Sentences } from './sentences.tsx';
import { SkillLines } from './skill-lines.tsx';
import { STRENGTHS, Strength } from './strength.tsx';
import { rarity, sumRows } from './sum-rows.ts';
import styles from './why-panel.module.css';

/** Shared by all answers. */
export interface SumDisclosure {
  readonly isOpen: boolean;
  setOpen(isOpen: boolean): void;
}

export function WhyPanel({
  answer,
  of,
  sum,
  isBelow,
}: {
  readonly answer: FindResponse;
  readonly of: string;
  readonly sum: SumDisclosure;
  /** Inside the answer, below the skill's name. */
  readonly isBelow: boolean;
}) {
  const id = useId();
  const place = answer.results.findIndex(({ key }) => key === of);
  const result = answer.results[place];
  const { question, query } = answer;
  const name = useSkillName(of);
  if (result === undefined || question === undefined) return null;
  const rank = place + 1;
  const phrases = phrasesOf(result, query, question);
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
        <Sentences of={reasonSentences(result, { query, question, rank })} />
      </p>
      <dl className={styles.words}>
        {phrases.map((phrase) => (
          <div key={phrase.text}>
            <dt>
              <Revealed text={phrase.text} />
            </dt>
            <dd>
              <Sentences of={[phraseWords(phrase, question)]} />
            </dd>
          </div>
        ))}
      </dl>
      <Button
        className={styles.toggle}
        aria-expanded={sum.isOpen}
        aria-controls={`${id}-sum`}
        onClick={() => sum.setOpen(!sum.isOpen)}
      >
        <Icon of={ChevronDown} />
        {sum.isOpen ? 'Hide the sum' : 'Show the sum'}
      </Button>
      <div id={`${id}-sum`} hidden={!sum.isOpen}>
        {sum.isOpen && <Sum result={result} question={question} next={answer.results[place + 1]} />}
      </div>
      {!isBelow && <SkillLines of={of} />}
      {!isBelow && <Legend />}
    </aside>
  );
}

function Sum({
  result,
  question,
  next,
}: {
  readonly result: FindResult;
  readonly question: QuestionReport;
  readonly next: FindResult | undefined;
}) {
  const { rows, sum } = sumRows(result);
  const rare = rarity(result);
  const nextName = useRegistry(({ byKey }) => next && (byKey.get(next.key)?.name ?? next.key));
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
        {next !== undefined && nextName !== undefined && (
          <>
            The next one, <Revealed text={nextName} />, comes to {next.raw_score.toFixed(2)}.{' '}
          </>
        )}
        {rare !== undefined && 'Rare words weigh more. '}
        {question.left_out.length > 0 && `Not searched for: ${listWords(question.left_out)}.`}
      </p>
    </>
  );
}

function Legend() {
  return (
    <section className={styles.legend} aria-labelledby="strength-words">
      <h3 id="strength-words" className="cap">
        What the words mean
      </h3>
      <ul>
        {STRENGTHS.map(([strength, meaning]) => (
          <li key={strength}>
            <Strength of={strength} />
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
