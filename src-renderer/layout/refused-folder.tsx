import { shortFolder } from '../../src-server/contract/words.ts';
import type { RegistryChoice } from '../data/use-registry-choice.ts';
import { Revealed } from '../text/revealed.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/show/notice.tsx';

/** Why a folder was not taken, with folders near it that would be. */
export function RefusedFolder({
  choice: { refusal, failed, busy, open },
}: {
  readonly choice: Pick<RegistryChoice, 'refusal' | 'failed' | 'busy' | 'open'>;
}) {
  if (failed !== undefined) return <Notice kind="error" title={<Revealed text={failed} />} />;
  if (refusal === undefined) return null;
  return (
    <Notice
      kind="error"
      title={<Revealed text={refusal.message} />}
      actions={
        refusal.candidates.length > 0 &&
        refusal.candidates.map(({ path }) => (
          <Button key={path} busy={busy} title={path} onClick={() => open(path)}>
            Serve <Revealed text={shortFolder(path)} />
          </Button>
        ))
      }
    >
      <Revealed text={refusal.nextStep} />
    </Notice>
  );
}
