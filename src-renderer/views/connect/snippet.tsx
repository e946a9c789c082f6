import { CodeBox } from '../../components/code-box.tsx';
import { CopyButton } from '../../components/copy.tsx';

/** The text for a client's settings, and where it belongs. */
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
    <>
      <p className="soft">{place}</p>
      <div className="block">
        <CodeBox className="snippet" label={`Settings for ${name}`}>
          {text}
        </CodeBox>
        <span className="code-copy">
          <CopyButton text={text} size="small" said={`Copied the settings for ${name}`}>
            Copy
          </CopyButton>
        </span>
      </div>
    </>
  );
}
