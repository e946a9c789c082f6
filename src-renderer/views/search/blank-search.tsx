import { useMemo } from 'react';
import { moveAmongRows } from '../../components/move-among-rows.ts';
import { Pill } from '../../components/pill.tsx';
import { hasService } from '../../host.ts';
import { browseBy, formatRoute } from '../../route/route.ts';
import { useAnsweredQuestions } from '../../skill/answered-questions.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { recentSkills } from '../../skill/visited-skills.ts';
import { useStore } from '../../stores/use-store.ts';
import { useRegistry } from '../../stores/use-stores.tsx';
import { Revealed } from '../../text/revealed.tsx';
import styles from './blank-search.module.css';

const TAGS_SHOWN = 18;
const RECENT_SHOWN = 6;
/** Of an exported site. */
export const NAMES_ONLY =
  'This copy of a registry finds skills by name. To search the texts, add it to Skills Registry on your computer.';

export function BlankSearch() {
  const skills = useRegistry((registry) => registry.skills);
  const byKey = useRegistry((registry) => registry.byKey);
  const tags = useMemo(() => commonTags(skills), [skills]);
  const recent = rowsOf(useStore(recentSkills), byKey).slice(0, RECENT_SHOWN);
  return (
    <div className={`scroll ${styles.blank}`}>
      <div className={styles.column}>
        <h1>{hasService ? 'What are you about to do, or what went wrong?' : 'Which library?'}</h1>
        <p>
          {hasService
            ? 'Names are found while you type. Every text is searched for the section that answers best.'
            : NAMES_ONLY}
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move among the links in it */}
        <div className={styles.rows} data-rows onKeyDown={moveAmongRows}>
          <Recent rows={recent} />
          <Questions />
        </div>
        {tags.length > 0 && (
          <section aria-labelledby="search-tags">
            <h2 id="search-tags" className="cap">
              Tags
            </h2>
            <p className={styles.tags}>
              {tags.map((tag) => (
                <Pill key={tag} href={browseBy('tag', tag)}>
                  <Revealed text={tag} />
                </Pill>
              ))}
            </p>
          </section>
        )}
      </div>
    </div>
  );
}

/** Omits unserved skills. */
function rowsOf(keys: readonly string[], byKey: ReadonlyMap<string, SkillRow>): readonly SkillRow[] {
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

function Recent({ rows }: { readonly rows: readonly SkillRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="cap">Opened before</h2>
      <ul aria-label="Opened before">
        {rows.map(({ key, name, place }) => (
          <li key={key} className={styles.skill}>
            <a href={formatRoute({ view: 'skill', key })}>
              <b>
                <Revealed text={name} />
              </b>{' '}
              <span className="key">
                <Revealed text={place} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Questions() {
  const questions = useAnsweredQuestions();
  if (questions.length === 0) return null;
  return (
    <section>
      <h2 className="cap">Questions with a strong answer here</h2>
      <ul aria-label="Questions with a strong answer here">
        {questions.map((query) => (
          <li key={query} className={styles.skill}>
            <a href={formatRoute({ view: 'search', query })}>{query}</a>
          </li>
        ))}
      </ul>
    </section>
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
