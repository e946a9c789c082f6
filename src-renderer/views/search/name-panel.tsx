import { formatRoute } from '../../route/route.ts';
import { useAnsweredQuestions } from '../../skill/answered-questions.ts';
import { Revealed } from '../../text/revealed.tsx';
import { type NameMatch, type NameMatchKind, queryWords } from './match-names.ts';
import { type ReasonPiece, text } from './sentence-pieces.ts';
import { Sentences } from './sentences.tsx';
import { SkillLines } from './skill-lines.tsx';
import styles from './why-panel.module.css';

export function NamePanel({ match, query }: { readonly match: NameMatch; readonly query: string }) {
  const { row, kind } = match;
  const [example] = useAnsweredQuestions();
  return (
    <aside className={`scroll ${styles.panel}`} aria-labelledby="name-title">
      <h2 id="name-title" className={styles.title}>
        <span className="cap">Enter opens</span>
        <span className={styles.name}>
          <Revealed text={row.name} />{' '}
          <span className="key">
            <Revealed text={row.place} />
          </span>
        </span>
      </h2>
      <p className={styles.reason}>
        <Sentences of={[sentence(kind, queryWords(query))]} /> Names come before answers.
      </p>
      <SkillLines of={row.key} />
      {example !== undefined && (
        <p className={`soft ${styles.hint}`}>
          Ask in words to get a section instead:{' '}
          <a className="link" href={formatRoute({ view: 'search', query: example })}>
            {example}
          </a>
        </p>
      )}
    </aside>
  );
}

const HOLDS: Readonly<Record<NameMatchKind, readonly [before: string, after: string]>> = {
  name: ['The name holds ', '.'],
  tags: ['Its tags hold ', '.'],
  summary: ['Its name, tags and summary hold ', '.'],
  alias: ['It is also called ', '.'],
};

function sentence(kind: NameMatchKind, words: readonly string[]): readonly ReasonPiece[] {
  const [before, after] = HOLDS[kind];
  return [text(before), { kind: 'word', text: words.join(' ') }, text(after)];
}
