import { CodeBox } from '../../components/code-box.tsx';
import { CopyButton } from '../../components/copy.tsx';
import styles from './connect.module.css';

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
      <p className="soft">{place}</p>
      <CodeBox label={`Settings for ${name}`} className={styles.lines}>
        {text}
      </CodeBox>
      <CopyButton text={text} said={`Copied the lines for ${name}`}>
        Copy the lines
      </CopyButton>
    </div>
  );
}
