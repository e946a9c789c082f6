import { useState } from 'react';
import type { FindResponse, FindResult } from '../../../src-server/contract/api.ts';
import { Highlighted } from '../../components/highlighted.tsx';
import { moveAmongRows } from '../../components/move-among-rows.ts';
import { ShareBar } from '../../components/share-bar.tsx';
import { formatRoute } from '../../route/route.ts';
import { useRows } from '../../service/use-rows.ts';
import { Revealed } from '../../text/revealed.tsx';
import { plainSnippet } from './plain-snippet.ts';
import { questionWords, scoreParts, unweighedWords } from './question-words.ts';
import { WhyPanel } from './why-panel.tsx';

/** Ranked answers to a question: score bars cut into words, the best section's words, and the reason beside. */
export function FindResults({ answer }: { readonly answer: FindResponse }) {
  const { results, query } = answer;
  const words = questionWords(results);
  const [chosenWord, setChosenWord] = useState<string>();
  const [selectedKey, setSelectedKey] = useState<string>();
  const selected = results.find(({ key }) => key === selectedKey) ?? results[0];
  const word = chosenWord !== undefined && words.includes(chosenWord) ? chosenWord : words[0];
  const unweighed = unweighedWords(query, results);
  return (
    <>
      <div className="hits scroll">
        <fieldset className="words">
          <legend className="hidden-text">Words of the question; choose one to see its share</legend>
          {words.map((option) => (
            <button
              key={option}
              type="button"
              aria-pressed={option === word}
              onClick={() => setChosenWord(option)}
            >
              <Revealed text={option} />
            </button>
          ))}
          {unweighed.length > 0 && <span className="muted">not weighed: {unweighed.join(', ')}</span>}
        </fieldset>
        <ol className="results" data-rows data-query={query} onKeyDown={moveAmongRows}>
          {results.map((result) => (
            <li key={result.key}>
              <FindHit
                result={result}
                word={word}
                current={result.key === selected?.key}
                onFocus={() => setSelectedKey(result.key)}
              />
            </li>
          ))}
        </ol>
      </div>
      {selected !== undefined && (
        <WhyPanel
          result={selected}
          rank={results.indexOf(selected) + 1}
          best={results[0]?.raw_score ?? selected.raw_score}
          word={word}
        />
      )}
    </>
  );
}

/** The place in the skill where the question is answered best. */
export function sectionHref({ key, section }: FindResult): string {
  return formatRoute(
    section === undefined
      ? { view: 'skill', key }
      : { view: 'skill', key, file: section.file, line: section.line_start },
  );
}

function FindHit({
  result,
  word,
  current,
  onFocus,
}: {
  readonly result: FindResult;
  readonly word: string | undefined;
  readonly current: boolean;
  readonly onFocus: () => void;
}) {
  const row = useRows().get(result.key);
  const { section } = result;
  return (
    <a
      className={current ? 'hit is-here' : 'hit'}
      href={sectionHref(result)}
      onFocus={onFocus}
      onPointerEnter={onFocus}
      {...(current ? { 'aria-current': true as const } : {})}
    >
      <span className="hit-score">
        <b className="number">{result.score.toFixed(1)}</b>
        <ShareBar parts={scoreParts(result, word)} />
      </span>
      <span className="hit-main">
        <span className="hit-title">
          <b>
            <Revealed text={row?.name ?? result.key.split('/').at(-1) ?? result.key} />
          </b>
          <span className="key">{result.key.slice(0, result.key.lastIndexOf('/'))}</span>
        </span>
        {section === undefined ? (
          <span className="hit-where">Only its name, tags or summary match</span>
        ) : (
          <>
            <span className="hit-where">
              <span className="mono">{section.file}</span>
              {section.heading !== null && (
                <>
                  {' › '}
                  <Revealed text={section.heading} />
                </>
              )}
            </span>
            <span className="hit-text">
              <Highlighted {...plainSnippet(section.snippet, section.highlights)} />
            </span>
          </>
        )}
      </span>
    </a>
  );
}
