import { site } from '../../data/site.ts';
import { useRegistryQuery } from '../../data/use-registry.ts';
import { useService } from '../../data/use-service.ts';
import { href } from '../../router/route.ts';
import styles from './skills.module.css';

/** Common trouble; those that this registry answers well are shown. */
const CANDIDATES = [
  'log messages are lost on exit',
  'an UPDATE without an error, but no change',
  'two goroutines write to one websocket',
  'request hangs forever without a timeout',
  'a std mutex held across an await',
  'use the gin context in a goroutine',
  'defer rows.Close in database/sql',
  'is it safe to share between threads',
  'deadlock when two locks are taken',
  'reuse a connection for many requests',
  'memory leak when not closed',
] as const;
const MOST_SHOWN = 3;

/** Three questions that have a strong answer here. */
export function Examples() {
  const { status } = useService().state;
  const { data = [], isLoading } = useRegistryQuery<readonly string[]>(
    ['examples'],
    async ({ find }, signal) => {
      const answered: string[] = [];
      for (const question of CANDIDATES) {
        const answer = await find(question, 1, signal);
        if (answer.question?.strength === 'strong') answered.push(question);
        if (answered.length === MOST_SHOWN) break;
      }
      return answered;
    },
    { enabled: site === undefined },
  );
  const hasNone = data.length === 0 && (status?.counts.skills === 0 || !isLoading);
  if (hasNone) return null;
  return (
    <p className={styles.examples}>
      {data.length > 0 && <span>For example</span>}
      {data.map((question) => (
        <a key={question} className="link" href={href({ view: 'skills', q: question })}>
          {question}
        </a>
      ))}
    </p>
  );
}
