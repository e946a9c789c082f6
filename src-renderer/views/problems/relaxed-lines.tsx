import { type Relaxed, relaxedWords } from '../../../src-server/contract/diagnostics/relaxed.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './problems.module.css';

/** A short list must not pass for a clean list. */
export function RelaxedLines({ relaxed }: { readonly relaxed: readonly Relaxed[] }) {
  return (
    <section className={styles.relaxed} aria-label="Relaxed by rules.json">
      <p>Relaxed by the registry’s own rules.json:</p>
      <ul>
        {relaxed.map((one) => (
          <li key={`${one.code} ${one.how}`}>
            <Revealed text={relaxedWords(one)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
