import type { MatchStrength } from '../../../src-server/contract/api.ts';
import { Mark, type MarkName } from '../../components/mark.tsx';
import styles from './strength.module.css';

/** What the words mean, the strongest first. */
export const STRENGTHS: ReadonlyArray<readonly [MatchStrength, string]> = [
  ['strong', 'much of the question, with much weight'],
  ['partial', 'a part of the question'],
  ['weak', 'no more than a skill about something else may have'],
];

const WORDS: Readonly<Record<MatchStrength, readonly [MarkName, string]>> = {
  strong: ['strength-3', 'Strong'],
  partial: ['strength-2', 'Partial'],
  weak: ['strength-1', 'Weak'],
};

/** How strong a match is: three rising bars, filled as far as it goes, and the word. */
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
