import type { ChangePreview } from '../../../src-server/contract/clients/connect.ts';
import { Button } from '../../components/button.tsx';
import { FileChange, Promises } from '../../components/diff-box.tsx';
import { Notice } from '../../components/states.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { changeWords } from './change-words.ts';

export function Difference({
  label,
  preview,
  onWrite,
}: {
  readonly label: string;
  readonly preview: ChangePreview;
  readonly onWrite: (token: string) => void;
}) {
  if (!preview.ok) return <Notice tone="care" title={<Revealed text={preview.reason} />} />;
  const { file, diff, token } = preview;
  if (diff.length === 0)
    return <Notice tone="good" mark="done" title={`${file} already says this. There is nothing to write.`} />;
  return (
    <FileChange file={file} words={fileWords(preview)} label={label} diff={diff}>
      <Promises of={promises(preview)} />
      <p className="actions">
        <Button look="main" onClick={() => onWrite(token)}>
          Write this change
        </Button>
      </p>
    </FileChange>
  );
}

type Change = Extract<ChangePreview, { ok: true }>;

function promises({ exists, isRemoved }: Change): readonly string[] {
  return [
    ...(exists ? ['a backup is kept beside it'] : []),
    ...(isRemoved ? [] : ['comments, order and everything else stay']),
    'nothing is written until you confirm',
  ];
}

function fileWords({ exists, isRemoved, diff }: Change): string {
  if (isRemoved) return `was made for this and is deleted: ${changeWords(diff)}`;
  return exists ? changeWords(diff) : `is created: ${changeWords(diff)}`;
}
