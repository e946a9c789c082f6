import { ChevronDown } from 'lucide-react';
import { type FocusEvent, useState } from 'react';
import type { FindResponse, FindResult } from '../../../src-server/contract/api.ts';
import { Button } from '../../components/button.tsx';
import { Highlighted } from '../../components/highlighted.tsx';
import { Icon } from '../../components/icon.tsx';
import { moveAmongRows } from '../../components/move-among-rows.ts';
import { ShareBar } from '../../components/share-bar.tsx';
import { useMedia } from '../../components/use-media.ts';
import { sectionHref } from '../../route/section-href.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry } from '../../world/use-world.tsx';
import { plainSnippet } from './plain-snippet.ts';
import { questionWords, scoreParts, unweighedWords } from './question-words.ts';
import { rankWords } from './rank-words.ts';
import { WhyPanel } from './why-panel.tsx';

/** Where the reason has no room beside the results, and where none below them either until one asks for it. */
const BELOW = '(max-width: 1099px)';
const FOLDED = '(max-width: 639px)';

/** Ranked answers to a question: score bars cut into words, the best section's words, and the reason beside or below. */
export function FindResults({ answer }: { readonly answer: FindResponse }) {
  const { results, query } = answer;
  const words = questionWords(results);
  const [chosenWord, setChosenWord] = useState<string>();
  const [selectedKey, setSelectedKey] = useState<string>();
  const selected = results.find(({ key }) => key === selectedKey) ?? results[0];
  const word = chosenWord !== undefined && words.includes(chosenWord) ? chosenWord : words[0];
  const unweighed = unweighedWords(query, results);
  const below = useMedia(BELOW);
  const folded = useMedia(FOLDED);
  const [unfolded, setUnfolded] = useState<boolean>();
  const open = unfolded ?? !folded;
  const toggle = (key: string) => {
    setUnfolded(key !== selected?.key || !open);
    setSelectedKey(key);
  };
  const why = selected !== undefined && (
    <WhyPanel
      result={selected}
      rank={results.indexOf(selected) + 1}
      best={results[0]?.raw_score ?? selected.raw_score}
      word={word}
      placed={below ? 'below' : 'beside'}
    />
  );
  return (
    <>
      <div className="hits scroll">
        <QuestionWords words={words} chosen={word} unweighed={unweighed} onChoose={setChosenWord} />
        <ol className="results" data-rows data-query={query} onKeyDown={moveAmongRows}>
          {results.map((result, index) => {
            const current = result.key === selected?.key;
            return (
              <li key={result.key}>
                <div className="hit-row">
                  <FindHit
                    result={result}
                    word={word}
                    current={current}
                    steady={below}
                    onChoose={() => setSelectedKey(result.key)}
                  />
                  {below && (
                    <Button
                      look="bare"
                      className="why-toggle"
                      aria-expanded={current && open}
                      onClick={() => toggle(result.key)}
                    >
                      Why<span className="hidden-text"> this ranks {rankWords(index + 1)}</span>
                      <Icon of={ChevronDown} />
                    </Button>
                  )}
                </div>
                {below && current && open && why}
              </li>
            );
          })}
        </ol>
      </div>
      {!below && why}
    </>
  );
}

function QuestionWords({
  words,
  chosen,
  unweighed,
  onChoose,
}: {
  readonly words: readonly string[];
  readonly chosen: string | undefined;
  readonly unweighed: readonly string[];
  readonly onChoose: (word: string) => void;
}) {
  return (
    <fieldset className="words">
      <legend className="hidden-text">Words of the question; choose one to see its share</legend>
      {words.map((word) => (
        <button key={word} type="button" aria-pressed={word === chosen} onClick={() => onChoose(word)}>
          <Revealed text={word} />
        </button>
      ))}
      {unweighed.length > 0 && <span className="muted">not weighed: {unweighed.join(', ')}</span>}
    </fieldset>
  );
}

function FindHit({
  result,
  word,
  current,
  steady,
  onChoose,
}: {
  readonly result: FindResult;
  readonly word: string | undefined;
  readonly current: boolean;
  /** True where choosing moves the rows: then only the keyboard chooses, never a pointer on its way to a click. */
  readonly steady: boolean;
  readonly onChoose: () => void;
}) {
  const row = useRegistry(({ byKey }) => byKey.get(result.key));
  const { section } = result;
  return (
    <a
      className={current ? 'hit is-here' : 'hit'}
      href={sectionHref(result)}
      onFocus={(event: FocusEvent) => {
        if (!steady || event.currentTarget.matches(':focus-visible')) onChoose();
      }}
      onPointerEnter={steady ? undefined : onChoose}
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
