import { CopyButton } from '../../components/copy.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';

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
        <ScrollBox className="code snippet" label={`Settings for ${name}`}>
          <pre>{text}</pre>
        </ScrollBox>
        <span className="code-copy">
          <CopyButton text={text} said={`Copied the settings for ${name}`}>
            Copy
          </CopyButton>
        </span>
      </div>
    </>
  );
}
