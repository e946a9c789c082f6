import { LinkButton } from '../../components/button.tsx';
import { Empty } from '../../components/states.tsx';
import { formatRoute, type SearchMode } from '../../route/route.ts';
import { sectionHref } from '../../route/section-href.ts';
import { formatCount } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry, useResource, useWorld } from '../../world/use-world.tsx';
import { nearNames } from './near-names.ts';

const ELSEWHERE = 3;

/** No result is not the end: what the texts say, names that are near, and all skills. */
export function NothingFound({ mode, query }: { readonly mode: SearchMode; readonly query: string }) {
  const { api } = useWorld();
  const { skills, byKey: rows } = useRegistry();
  const texts = useResource(mode === 'names' ? `elsewhere ${query}` : undefined, (signal) =>
    api.find(query, ELSEWHERE, signal),
  )?.value;
  const elsewhere = texts?.results ?? [];
  const near = new Set(
    nearNames(
      query,
      skills.map(({ name }) => name),
    ),
  );
  const nearRows = skills.filter(({ name }) => near.has(name)).slice(0, ELSEWHERE);
  const inTexts = formatRoute({ view: 'search', mode: 'texts', query });
  return (
    <div className="nothing">
      <Empty
        title={
          mode === 'names' ? (
            <>
              No skill is called or tagged “<Revealed text={query} />
              ”.
            </>
          ) : (
            'No word of this question is in any text.'
          )
        }
        actions={
          <>
            {mode === 'names' && elsewhere.length > 0 && (
              <LinkButton look="main" href={inTexts}>
                Search inside the texts
              </LinkButton>
            )}
            <LinkButton href="#/browse">
              Show all {skills.length > 0 ? formatCount(skills.length) : ''} skills
            </LinkButton>
          </>
        }
      >
        {mode === 'texts' && <p>Try the name of a function, or an error message.</p>}
        {texts !== undefined && (
          <p>
            {elsewhere.length === 0 ? 'No text mentions it either.' : 'The texts answer it, best in '}
            {elsewhere.map((result, index) => (
              <span key={result.key}>
                {index > 0 && (index === elsewhere.length - 1 ? ' and ' : ', ')}
                <a className="link" href={sectionHref(result)}>
                  <Revealed text={rows.get(result.key)?.name ?? result.key} />
                </a>
              </span>
            ))}
            {elsewhere.length > 0 && '.'}
          </p>
        )}
      </Empty>
      {nearRows.length > 0 && (
        <p className="muted">
          Near:{' '}
          {nearRows.map(({ key, name }, index) => (
            <span key={key}>
              {index > 0 && ', '}
              <a className="link" href={formatRoute({ view: 'skill', key })}>
                <Revealed text={name} />
              </a>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
