import type { MatchStrength } from '../../../src-server/contract/api/api.ts';
import { Mark, type MarkName } from '../../components/mark.tsx';
import styles from './strength.module.css';

/** Meanings, strongest first. */
export const STRENGTHS: ReadonlyArray<readonly [MatchStrength, string]> = [
  ['strong', 'about what you ask'],
  ['partial', 'has parts of the answer, and may help'],
  ['weak', 'probably about something else'],
];

const WORDS: Readonly<Record<MatchStrength, readonly [MarkName, string]>> = {
  strong: ['strength-3', 'Strong'],
  partial: ['strength-2', 'Partial'],
  weak: ['strength-1', 'Weak'],
};

export function Strength({ of }: { readonly of: MatchStrength }) {
  const [mark, word] = WORDS[of];
  const title = STRENGTHS.find(([strength]) => strength === of)?.[1] ?? '';
  return (
    <span className={styles.strength} data-strength={of} title={title}>
      <Mark name={mark} />
      {word}
    </span>
  );
}
