import { useMemo } from 'react';
import { Pill } from '../../components/pill.tsx';
import { Empty } from '../../components/states.tsx';
import { browseBy, formatRoute } from '../../route/route.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry, useResource, useWorld } from '../../world/use-world.tsx';
import { answeredQuestions } from './answered-questions.ts';
import styles from './blank-search.module.css';

const TAGS_SHOWN = 18;

export function BlankSearch() {
  const { api } = useWorld();
  const { value: questions = [] } = useResource('example questions', (signal) =>
    answeredQuestions(api, signal),
  );
  const skills = useRegistry((registry) => registry.skills);
  const tags = useMemo(() => commonTags(skills), [skills]);
  return (
    <div className={`scroll ${styles.blank}`}>
      <Empty title="What are you about to do, or what went wrong?" whole>
        <p>Names are found while you type. Every text is searched for the section that answers best.</p>
        {questions.length > 0 && (
          <ul className={styles.questions}>
            {questions.map((query) => (
              <li key={query}>
                <a className="link" href={formatRoute({ view: 'search', query })}>
                  {query}
                </a>
              </li>
            ))}
          </ul>
        )}
        {tags.length > 0 && (
          <>
            <p>This registry has skills about:</p>
            <p className={styles.tags}>
              {tags.map((tag) => (
                <Pill key={tag} href={browseBy('tag', tag)}>
                  <Revealed text={tag} />
                </Pill>
              ))}
            </p>
          </>
        )}
      </Empty>
    </div>
  );
}

function commonTags(skills: readonly SkillRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { tags } of skills) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, TAGS_SHOWN)
    .map(([tag]) => tag);
}
