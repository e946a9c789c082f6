import type { MatchStrength } from '../../../src-server/contract/api/api.ts';
import { Mark, type MarkName } from '../../components/mark.tsx';
import styles from './strength.module.css';

const WORDS: Readonly<Record<MatchStrength, readonly [mark: MarkName, word: string, meaning: string]>> = {
  strong: ['strength-3', 'Strong', 'about what you ask'],
  partial: ['strength-2', 'Partial', 'has parts of the answer, and may help'],
  weak: ['strength-1', 'Weak', 'probably about something else'],
};

export function Strength({ of }: { readonly of: MatchStrength }) {
  const [mark, word, meaning] = WORDS[of];
  return (
    <span className={styles.strength} data-strength={of} title={meaning}>
      <Mark name={mark} />
      {word}
    </span>
  );
}
