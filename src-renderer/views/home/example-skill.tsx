import type { Proof } from '../../connect/use-proof.ts';
import { formatRoute } from '../../route/route.ts';
import { nameInKey } from '../../skill/key-parts.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './home.module.css';
export function ExampleSkill({ proof }: { readonly proof: Proof | undefined }) {
  return (
    <>
      <p className={styles.para}>
        A skill is a short text about a library: which call leaks, what must never happen, in which order to
        shut down. Agents read it before they write code.
      </p>
      {proof?.statement !== undefined && <Section proof={proof} statement={proof.statement} />}
    </>
  );
}

function Section({
  proof: { key, prompt },
  statement,
}: {
  readonly proof: Proof;
  readonly statement: NonNullable<Proof['statement']>;
}) {
  return (
    <>
      <p className={styles.crumb}>
        <b>{nameInKey(key)}</b> <span className="muted">›</span> <span className="mono">{prompt.file}</span>
      </p>
      <blockquote className={styles.example}>
        <b>
          <Revealed text={statement.heading} />
        </b>
        <p>
          <Revealed text={statement.text} />
        </p>
      </blockquote>
      <p className={styles.para}>
        One section, with its file, instead of the library’s whole manual.{' '}
        <a className="link" href={formatRoute({ view: 'skill', key, file: prompt.file })}>
          Read this skill
        </a>
      </p>
    </>
  );
}
