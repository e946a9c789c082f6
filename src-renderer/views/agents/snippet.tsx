import { Revealed } from '../../text/revealed.tsx';
import { CopyButton } from '../../ui/controls/copy.tsx';
import { CodeBox, CodeLine } from '../../ui/show/code.tsx';
import styles from './agents.module.css';

/** For settings that people edit themselves. */
export function Snippet({
  name,
  text,
  place,
}: {
  readonly name: string;
  readonly text: string;
  readonly place: string;
}) {
  return (
    <div className={styles.snippet}>
      <p className="soft">
        By hand, in <Revealed text={place} />:
      </p>
      <CodeBox label={`Settings for ${name}`}>
        {text.split('\n').map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
          <CodeLine key={at}>{line}</CodeLine>
        ))}
      </CodeBox>
      <CopyButton text={text} what={`the lines for ${name}`}>
        Copy the lines
      </CopyButton>
    </div>
  );
}
