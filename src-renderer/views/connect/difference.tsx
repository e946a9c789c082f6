import type { ChangePreview, DiffLine } from '../../../src-server/contract/connect.ts';
import { Button } from '../../components/button.tsx';
import { CodeBox } from '../../components/code-box.tsx';
import { Notice } from '../../components/states.tsx';

/** What would be written, to the last character, and the button that writes it. */
export function Difference({
  name,
  preview,
  onWrite,
  onCancel,
}: {
  readonly name: string;
  readonly preview: ChangePreview;
  readonly onWrite: (token: string) => void;
  readonly onCancel: () => void;
}) {
  if (!preview.ok) return <Notice tone="care" title={preview.reason} />;
  const { file, exists, diff, token } = preview;
  if (diff.length === 0) return <Notice tone="good" mark="done" title={`${file} says so already.`} />;
  return (
    <div className="difference">
      <p className="soft">
        {exists ? 'Changes' : 'Makes'} <code>{file}</code>
        {exists && '. What is there now is kept, to be taken back.'}
      </p>
      <CodeBox className="diff" label={`Change of the settings of ${name}`}>
        {numbered(diff).map(({ number, kind, text }) => (
          <span key={number} className={`diff-line ${kind}`}>
            <span className="diff-mark">{MARKS[kind]}</span>
            {text}
            {'\n'}
          </span>
        ))}
      </CodeBox>
      <div className="actions">
        <Button look="main" onClick={() => onWrite(token)}>
          Write
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

const MARKS = { same: ' ', removed: '-', added: '+' } as const;

/** The same line may stand there twice. */
function numbered(lines: readonly DiffLine[]) {
  return lines.map((line, number) => ({ ...line, number }));
}
