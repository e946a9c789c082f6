import type { SearchResponse, SearchResult } from '../../../src-server/contract/api.ts';
import { Highlighted } from '../../components/highlighted.tsx';
import { moveAmongRows } from '../../components/move-among-rows.ts';
import { ShareBar } from '../../components/share-bar.tsx';
import { formatRoute } from '../../route/route.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry } from '../../world/use-world.tsx';
import { matchedFields } from './match-words.ts';

/** Keyword results: the score, the skill, and where the words stand. */
export function NameResults({ answer }: { readonly answer: SearchResponse }) {
  const rows = useRegistry(({ byKey }) => byKey);
  return (
    <div className="hits scroll">
      <ol className="results" data-rows data-query={answer.query} onKeyDown={moveAmongRows}>
        {answer.results.map((result) => (
          <li key={result.key}>
            <NameHit result={result} row={rows.get(result.key)} query={answer.query} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function NameHit({
  result,
  row,
  query,
}: {
  readonly result: SearchResult;
  readonly row: SkillRow | undefined;
  readonly query: string;
}) {
  const fields = row === undefined ? [] : matchedFields(row, query);
  const name = fields.find(({ field }) => field === 'name');
  const others = fields.filter(({ field }) => field !== 'name');
  return (
    <a className="hit" href={formatRoute({ view: 'skill', key: result.key })}>
      <span className="hit-score">
        <b className="number">{result._score}</b>
        <ShareBar parts={[{ name: 'score', percent: result._score, chosen: true }]} />
      </span>
      <span className="hit-main">
        <span className="hit-title">
          <b>
            {name === undefined ? (
              <Revealed text={result.name} />
            ) : (
              <Highlighted text={name.text} ranges={name.ranges} />
            )}
          </b>
          <span className="key">{result.key.slice(0, result.key.lastIndexOf('/'))}</span>
        </span>
        {others.length === 0 ? (
          <span className="hit-text">
            {row?.summary === undefined ? (
              <span className="muted">No summary</span>
            ) : (
              <Revealed text={row.summary} />
            )}
          </span>
        ) : (
          others.map(({ field, text, ranges }) => (
            <span key={field} className="hit-text">
              <span className="muted">{field === 'tags' ? 'Tags: ' : ''}</span>
              <Highlighted text={text} ranges={ranges} />
            </span>
          ))
        )}
      </span>
    </a>
  );
}
