import { formatCount } from '../../text/format.ts';
import styles from './registries.module.css';

/** Skills of the longest bar. */
const FULL = 200;

/** Ink: answered here. Outline: answered by an upper registry. */
export function SkillCount({
  skills,
  shadowed,
  isServed,
}: {
  readonly skills: number;
  readonly shadowed: number;
  /** False before the service reads the registry. */
  readonly isServed: boolean;
}) {
  const answers = skills - shadowed;
  const part = (count: number) => (count === 0 ? 0 : Math.max(2, (Math.min(count, FULL) / FULL) * 144));
  return (
    <div className={styles.count}>
      <svg viewBox="0 0 152 8" aria-hidden="true">
        <rect x="0.5" y="0.5" width={part(answers)} height="7" />
        {shadowed > 0 && (
          <rect data-shadowed="" x={part(answers) + 1.5} y="0.5" width={part(shadowed)} height="7" />
        )}
      </svg>
      <p className="number">
        <b>{formatCount(answers)}</b>{' '}
        {shadowed === 0
          ? `${skills === 1 ? 'skill' : 'skills'}${isServed ? '' : ', not served yet'}`
          : `of ${formatCount(skills)} answer`}
      </p>
    </div>
  );
}
