import { shortFolder } from '../../src-server/contract/words/short-folder.ts';
import type { RegistryChoice } from '../data/use-registry-choice.ts';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/show/notice.tsx';

/** Why a folder was not taken, with folders near it that would be. */
export function RefusedFolder({
  choice: { refusal, failed, open },
}: {
  readonly choice: Pick<RegistryChoice, 'refusal' | 'failed' | 'open'>;
}) {
  if (failed !== undefined) return <Notice kind="error" title={failed} />;
  if (refusal === undefined) return null;
  return (
    <Notice
      kind="error"
      title={refusal.message}
      actions={refusal.candidates.map(({ path }) => (
        <Button key={path} onClick={() => open(path)}>
          Open {shortFolder(path)}
        </Button>
      ))}
    >
      {refusal.nextStep}
    </Notice>
  );
}
