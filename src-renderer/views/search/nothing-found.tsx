import { LinkButton } from '../../components/button.tsx';
import { Empty } from '../../components/states.tsx';
import { formatRoute, type SearchMode } from '../../route/route.ts';
import { useService } from '../../service/service-context.tsx';
import { useAnswer } from '../../service/use-answer.ts';
import { useRegistry } from '../../service/use-registry.tsx';
import { useRows } from '../../service/use-rows.ts';
import { formatCount } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { nearNames } from './near-names.ts';

const ELSEWHERE = 3;

/** No result is not the end: what the texts say, names that are near, and all skills. */
export function NothingFound({ mode, query }: { readonly mode: SearchMode; readonly query: string }) {
  const { api, snapshot } = useService();
  const rows = useRows();
  const { skills } = useRegistry();
  const texts = useAnswer(mode === 'names' ? query : undefined, snapshot, (signal) =>
    api.find(query, ELSEWHERE, signal),
  );
  const elsewhere = texts.state === 'ready' ? texts.value.results : [];
  const names = skills.state === 'ready' ? skills.value.map(({ name }) => name) : [];
  const near = new Set(nearNames(query, names));
  const nearRows =
    skills.state === 'ready' ? skills.value.filter(({ name }) => near.has(name)).slice(0, ELSEWHERE) : [];
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
              Show all {skills.state === 'ready' ? formatCount(skills.value.length) : ''} skills
            </LinkButton>
          </>
        }
      >
        {mode === 'texts' && <p>Try the name of a function, or an error message.</p>}
        {mode === 'names' && texts.state === 'ready' && (
          <p>
            {elsewhere.length === 0 ? 'No text mentions it either.' : 'The texts answer it, best in '}
            {elsewhere.map(({ key, section }, index) => (
              <span key={key}>
                {index > 0 && (index === elsewhere.length - 1 ? ' and ' : ', ')}
                <a
                  className="link"
                  href={formatRoute(
                    section === undefined
                      ? { view: 'skill', key }
                      : { view: 'skill', key, file: section.file, line: section.line_start },
                  )}
                >
                  <Revealed text={rows.get(key)?.name ?? key} />
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
