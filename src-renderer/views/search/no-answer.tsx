import type { Excerpt, FindResponse, FindResult } from '../../../src-server/contract/api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { InitCommand } from '../../frame/init-command.tsx';
import { formatRoute } from '../../route/route.ts';
import { sectionHref } from '../../route/section-href.ts';
import { placeInKey } from '../../skill/key-parts.ts';
import { useSkillName } from '../../skill/use-skill.ts';
import { useService } from '../../stores/use-stores.tsx';
import { plural } from '../../text/format.ts';
import { plainHeading } from '../../text/plain-heading.ts';
import { Revealed } from '../../text/revealed.tsx';
import { ExcerptPieces } from './excerpt-view.tsx';
import styles from './no-answer.module.css';
import { noAnswerWords } from './no-answer-words.ts';
import { Sentences } from './sentences.tsx';
import { Strength } from './strength.tsx';
import { useNearNames } from './use-near-names.ts';

const NEAREST = 3;

export function NoAnswer({ answer }: { readonly answer: FindResponse }) {
  const { results, question, query } = answer;
  const skills = question?.skills ?? 0;
  if (question?.skills === 0) return <NothingToSearch />;
  const nearest = results.slice(0, NEAREST);
  const isTold = results.length > 0 || question?.source !== undefined;
  const words = question && isTold ? noAnswerWords(question) : undefined;
  return (
    <div className={styles.none}>
      {words !== undefined && (
        <>
          <div className={styles.title}>
            <h2 id="no-answer">{words.title}</h2>
          </div>
          {nearest.length > 0 && <Nearest results={nearest} />}
        </>
      )}
      <section className={styles.words} aria-labelledby="no-answer">
        {words === undefined ? (
          <WhyNothing answer={answer} />
        ) : (
          <p>
            <Sentences of={words.sentences} />
          </p>
        )}
        <NearNames query={query} />
        <NewSkill />
        <p className="actions">
          <LinkButton href={formatRoute({ view: 'browse', filters: new URLSearchParams() })}>
            Show all {plural(skills, 'skill')}
          </LinkButton>
        </p>
      </section>
    </div>
  );
}

function Nearest({ results }: { readonly results: readonly FindResult[] }) {
  return (
    <>
      <h3 className={`cap ${styles.head}`}>
        {results.length < NEAREST ? 'The nearest' : `The ${['', 'one', 'two', 'three'][NEAREST]} nearest`}
      </h3>
      <ol>
        {results.map((result) => (
          <Near key={result.key} result={result} />
        ))}
      </ol>
    </>
  );
}

function WhyNothing({ answer: { question, query } }: { readonly answer: FindResponse }) {
  if (question?.words.length === 0)
    return (
      <>
        <h2 id="no-answer">This question has no word to search for.</h2>
        <p>Add a function, an error message, or what goes wrong.</p>
      </>
    );
  return (
    <>
      <h2 id="no-answer">
        No name and no text has “<Revealed text={query.trim()} />
        ”.
      </h2>
      <p>{plural(question?.skills ?? 0, 'skill')} were searched: names, tags and texts.</p>
      <p>
        Two words about the problem find more than the name of a library: an error message, a function, what
        goes wrong.
      </p>
    </>
  );
}

function NothingToSearch() {
  return (
    <div className={styles.none}>
      <section className={styles.words} aria-labelledby="no-answer">
        <h2 id="no-answer">The registry serves no skill yet.</h2>
        <p>Search has nothing to read yet.</p>
        <NewSkill />
        <p className="actions">
          <LinkButton href="#/browse">How to start a skill</LinkButton>
        </p>
      </section>
    </div>
  );
}

function Near({ result }: { readonly result: FindResult }) {
  const { key, section, strength = 'weak' } = result;
  const name = useSkillName(key);
  // A single line has no room for the bad form too.
  const excerpt = section?.excerpts.find(({ label }) => label !== 'bad');
  return (
    <li>
      <a className={styles.near} href={sectionHref(result)}>
        <Strength of={strength} />
        <span className={styles.name}>
          <b>
            <Revealed text={name} />
          </b>{' '}
          <span className="key">
            <Revealed text={placeInKey(key)} />
          </span>
        </span>
        <span className={styles.says}>
          {section !== undefined && (
            <span className="mono">
              <Revealed text={section.file} />
            </span>
          )}
          {section !== undefined && (excerpt !== undefined || section.heading !== null) && ' › '}
          {excerpt === undefined ? (
            <Revealed text={plainHeading(section?.heading ?? '')} />
          ) : (
            <OneLine of={excerpt} />
          )}
        </span>
      </a>
    </li>
  );
}

/** Prose, or the first code line with a match. */
function OneLine({ of: { kind, lines } }: { readonly of: Excerpt }) {
  const line = lines.find(({ pieces }) => pieces.some(({ highlights }) => highlights.length > 0)) ?? lines[0];
  const pieces = <ExcerptPieces of={line?.pieces ?? []} />;
  return kind === 'code' ? <code>{pieces}</code> : pieces;
}

function NearNames({ query }: { readonly query: string }) {
  const near = useNearNames(query);
  if (near.length === 0) return null;
  return (
    <p>
      Looks like{' '}
      {near.map(({ key, name }, at) => (
        <span key={key}>
          {at > 0 && ', '}
          <a className="link" href={formatRoute({ view: 'skill', key })}>
            <Revealed text={name} />
          </a>
        </span>
      ))}
      .
    </p>
  );
}

function NewSkill() {
  const folder = useService((service) => service.folder);
  if (folder === undefined) return null;
  return (
    <>
      <p>Start a skill for it:</p>
      <p className={styles.command}>
        <InitCommand folder={folder} />
      </p>
    </>
  );
}
