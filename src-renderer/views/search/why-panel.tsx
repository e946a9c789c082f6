import type { FindResult, MatchedTerm } from '../../../src-server/contract/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Risk } from '../../components/facts.tsx';
import { Highlighted } from '../../components/highlighted.tsx';
import { ShareBar } from '../../components/share-bar.tsx';
import { TrustBar } from '../../components/trust-bar.tsx';
import { sectionHref } from '../../route/section-href.ts';
import { formatCount, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry } from '../../world/use-world.tsx';
import { plainSnippet } from './plain-snippet.ts';
import { rankWords } from './rank-words.ts';

/** The reason for one rank: what each word adds, and where the skill answers best. The sums are the server's own. */
export function WhyPanel({
  result,
  rank,
  best,
  word,
  placed,
}: {
  readonly result: FindResult;
  readonly rank: number;
  /** `raw_score` of the first result. */
  readonly best: number;
  readonly word: string | undefined;
  /** Below its result nothing is said again that stands there already: its name, and the best section. */
  readonly placed: 'beside' | 'below';
}) {
  const row = useRegistry(({ byKey }) => byKey.get(result.key));
  const count = useRegistry(({ skills }) => skills.length);
  const { section, terms = [], raw_score: raw } = result;
  const of = count > 0 ? count : undefined;
  return (
    <aside className={`why scroll ${placed}`} aria-labelledby="why-title">
      <header className={placed === 'below' ? 'hidden-text' : ''}>
        <p className="cap">Why this ranks {rankWords(rank)}</p>
        <h2 id="why-title">
          <Revealed text={row?.name ?? result.key.split('/').at(-1) ?? result.key} />{' '}
          <span className="key">{row?.place}</span>
        </h2>
      </header>
      <p className="why-sum">
        <b className="number">{raw.toFixed(2)}</b> points
        {rank === 1
          ? `, the most${of === undefined ? '' : ` of all ${formatCount(of)} skills`}, so it reads 100. Every other score is a share of it.`
          : `: ${result.score.toFixed(1)} % of the ${best.toFixed(2)} that the first has.`}
      </p>
      {terms.length > 0 && <Terms terms={terms} word={word} of={of} />}
      <Rarity terms={terms} />
      {placed === 'beside' && section !== undefined && (
        <section className="best" aria-labelledby="best-title">
          <h3 id="best-title" className="cap">
            Best section
          </h3>
          <p className="crumb">
            <span className="mono">{section.file}</span>
            {section.heading !== null && (
              <>
                {' › '}
                <Revealed text={section.heading} />
              </>
            )}
          </p>
          <blockquote>
            <Highlighted {...plainSnippet(section.snippet, section.highlights)} />
          </blockquote>
          <div className="actions">
            <LinkButton href={sectionHref(result)}>
              Open it there <kbd>Enter</kbd>
            </LinkButton>
          </div>
        </section>
      )}
      {row !== undefined && (
        <FactList dense>
          <div>
            <dt>Risk</dt>
            <dd>
              <Risk level={row.risk} />
            </dd>
          </div>
          <div>
            <dt>Trust</dt>
            <dd>
              <span className="trust-cell">
                <TrustBar score={row.trust} sources={row.trustSources} inList />
                <b className="number">{row.trust ?? '–'}</b>
              </span>
            </dd>
          </div>
        </FactList>
      )}
    </aside>
  );
}

function Terms({
  terms,
  word,
  of,
}: {
  readonly terms: readonly MatchedTerm[];
  readonly word: string | undefined;
  readonly of: number | undefined;
}) {
  const most = Math.max(...terms.map(({ weight }) => weight));
  return (
    <table className="terms">
      <caption className="hidden-text">What each word adds</caption>
      <thead>
        <tr>
          <th scope="col">Word</th>
          <th scope="col">Here</th>
          <th scope="col">In skills</th>
          <th scope="col" colSpan={2}>
            Adds
          </th>
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => (
          <tr key={term.word} className={term.word === word ? 'on' : ''}>
            <th scope="row">
              <Revealed text={term.word} />
              {term.replaced === true && <span className="muted"> as {term.term}</span>}
            </th>
            <td className="number">{formatCount(term.occurrences)}×</td>
            <td className="number">
              {formatCount(term.skills)}
              {of !== undefined && <span className="muted"> of {formatCount(of)}</span>}
            </td>
            <td className="number">{term.weight.toFixed(2)}</td>
            <td>
              <ShareBar
                parts={[
                  {
                    name: term.word,
                    percent: (100 * term.weight) / most,
                    chosen: term.word === word,
                  },
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Why a word weighs what it does, with its own numbers. */
function Rarity({ terms }: { readonly terms: readonly MatchedTerm[] }) {
  const byRarity = [...terms].sort((a, b) => a.skills - b.skills);
  const [rare, common] = [byRarity[0], byRarity.at(-1)];
  if (rare === undefined || common === undefined || rare.skills === common.skills) return null;
  return (
    <p className="muted why-note">
      Rare words weigh more: “{rare.word}” is in {plural(rare.skills, 'skill')}, “{common.word}” in{' '}
      {formatCount(common.skills)}.
    </p>
  );
}
