import { Mark } from '../../ui/marks.tsx';
import styles from './first-start.module.css';

/**
 * Wrong and right code of the sample's skill of SQLAlchemy, its entry "Writing through engine.connect() without a
 * commit". What is said of it is run by the program of `checks/`.
 */
export const EXAMPLE = {
  skill: 'python/sqlalchemy/sqlalchemy',
  check: 'checks/python-sqlalchemy/without-commit.py',
  both: 'Both run without an error. SQLAlchemy reports one row updated for both.',
  wrong: {
    word: 'connect()',
    head: 'Nothing changed',
    text: 'The user is still active: the block rolls back.',
  },
  right: { word: 'begin()', head: 'Written', text: 'The block commits when it ends.' },
} as const;

/** Returns the three lines; they differ in this call alone. */
export function exampleCode(call: string): string {
  return `with engine.${call} as conn:
    conn.execute(text("update users set active = false where id = :id"), {"id": 7})
print("done")`;
}

/** The example: the code, and beside it what happened. */
export function Example() {
  return (
    <section className={styles.example} aria-label="An example">
      <p>{EXAMPLE.both}</p>
      <Side name="wrong" />
      <Side name="right" />
    </section>
  );
}

function Side({ name }: { readonly name: 'wrong' | 'right' }) {
  const { word, head, text } = EXAMPLE[name];
  const isWrong = name === 'wrong';
  return (
    <section className={styles.side} data-side={name} aria-label={isWrong ? 'Wrong' : 'Right'}>
      <pre>
        <code>{coloured(exampleCode(word), word)}</code>
      </pre>
      <p>
        <b>
          <Mark name={isWrong ? 'error' : 'done'} tone={isWrong ? 'bad' : 'good'} />
          {head}
        </b>
        {text}
      </p>
    </section>
  );
}

/** Strings, words of the language, and calls; the parser of texts isn't loaded for three lines. */
const TOKENS = /("[^"]*")|\b(with|as)\b|\b(\w+)(?=\()/g;

function coloured(code: string, marked: string) {
  const at = code.indexOf(marked);
  return [
    pieces(code.slice(0, at)),
    <mark key="mark">{pieces(marked)}</mark>,
    pieces(code.slice(at + marked.length)),
  ];
}

function pieces(code: string) {
  return code.split(TOKENS).map((piece, at) => {
    const kind = [undefined, 'text', 'key', 'name'][at % 4];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text
      <span key={at} data-kind={kind}>
        {piece}
      </span>
    );
  });
}
