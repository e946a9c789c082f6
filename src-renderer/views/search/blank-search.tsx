import { Pill } from '../../components/pill.tsx';
import { browseBy, formatRoute, type SearchMode } from '../../route/route.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry } from '../../world/use-world.tsx';

const TAGS_SHOWN = 18;

const QUESTIONS = [
  'request hangs forever without a timeout',
  'is it safe to share between threads',
  'memory leak when not closed',
] as const;

/** Before anything is typed: what this registry knows about, and what a question may look like. */
export function BlankSearch({ mode }: { readonly mode: SearchMode }) {
  const skills = useRegistry((registry) => registry.skills);
  const counts = new Map<string, number>();
  for (const { tags } of skills) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tags = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, TAGS_SHOWN);
  return (
    <div className="nothing">
      <div className="empty">
        <h2>{mode === 'names' ? 'Which library?' : 'What are you about to do, or what went wrong?'}</h2>
        <p>
          {mode === 'names'
            ? 'Names, tags and summaries are searched while you type.'
            : 'Every text of every skill is searched; the best section is shown with its reason.'}
        </p>
        {mode === 'names' ? (
          tags.length > 0 && (
            <p className="tags">
              {tags.map(([tag]) => (
                <Pill key={tag} href={browseBy('tag', tag)}>
                  <Revealed text={tag} />
                </Pill>
              ))}
            </p>
          )
        ) : (
          <ul className="questions">
            {QUESTIONS.map((query) => (
              <li key={query}>
                <a className="link" href={formatRoute({ view: 'search', mode: 'texts', query })}>
                  {query}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
