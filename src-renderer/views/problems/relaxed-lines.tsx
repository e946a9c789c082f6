import { type Relaxed, relaxedWords } from '../../../src-server/contract/diagnostics/relaxed.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './problems.module.css';

/** What the registry's own rules took out of the list or made less of, so that a short list isn't taken for a clean one. */
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
