import { FolderOpen } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { SetRegistryResult } from '../../../src-main/contract/desktop-bridge.ts';
import { useCommand, useSettings } from '../../data/use-app.ts';
import { Row, Stack } from '../../layout/layout.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { Button, TextButton } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/fields.tsx';
import { Dialog } from '../../ui/over/dialog.tsx';
import { useToast } from '../../ui/over/toast.tsx';
import { Notice } from '../../ui/show/notice.tsx';
import styles from './source.module.css';

type Refusal = Extract<SetRegistryResult, { outcome: 'refused' }>;

/** Closes once another folder is served, or is to be. */
export function ChangeFolder({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const [path, setPath] = useState('');
  const choose = useCommand('chooseRegistry');
  const set = useCommand('setRegistry');
  const sample = useCommand('useSampleRegistry');
  const [refusal, setRefusal] = useState<Refusal>();
  const busy = [choose, set, sample].some(({ isPending }) => isPending);
  const failed = (choose.error ?? set.error ?? sample.error)?.message;
  const settle = {
    onSuccess(result: SetRegistryResult) {
      if (result.outcome === 'cancelled') return;
      setRefusal(result.outcome === 'refused' ? result : undefined);
      if (result.outcome === 'refused') return setPath(result.path);
      if (result.outcome === 'ok') toast(`Serving ${result.path}`);
      onClose();
    },
  };
  const open = (folder: string) => set.mutate({ path: folder }, settle);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '' && !busy) open(path.trim());
  };
  return (
    <Dialog title="Change folder" onClose={onClose}>
      <Stack gap={4}>
        <p className="soft">
          The folder stays where it is. It is read, watched for changes, and served on this computer only.
        </p>
        <Row>
          <Button kind="primary" icon={FolderOpen} busy={busy} onClick={() => choose.mutate(null, settle)}>
            Choose a folder…
          </Button>
          <Button busy={busy} onClick={() => sample.mutate(null, settle)}>
            Take the sample
          </Button>
        </Row>
        <form className={styles.field} onSubmit={onSubmit}>
          <TextField
            label="Or its path"
            value={path}
            placeholder="~/code/skills-registry"
            onChange={({ currentTarget }) => setPath(currentTarget.value)}
          />
          <Button type="submit" busy={busy}>
            Serve it
          </Button>
        </form>
        {failed !== undefined && <Notice kind="error" title={<Revealed text={failed} />} />}
        {refusal !== undefined && <Refused refusal={refusal} busy={busy} onOpen={open} />}
        <Recent busy={busy} onOpen={open} />
      </Stack>
    </Dialog>
  );
}

function Refused({
  refusal: { message, nextStep, candidates },
  busy,
  onOpen,
}: {
  readonly refusal: Refusal;
  readonly busy: boolean;
  readonly onOpen: (path: string) => void;
}) {
  return (
    <Notice kind="error" title={<Revealed text={message} />}>
      <p>
        <Revealed text={nextStep} />
      </p>
      {candidates.map(({ path }) => (
        <p key={path}>
          <TextButton disabled={busy} onClick={() => onOpen(path)}>
            Serve <Revealed text={path} />
          </TextButton>
        </p>
      ))}
    </Notice>
  );
}

function Recent({ busy, onOpen }: { readonly busy: boolean; readonly onOpen: (path: string) => void }) {
  const recent = useSettings().data?.recentRegistries.filter(({ current }) => !current) ?? [];
  const forget = useCommand('forgetRegistry');
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-title">
      <h3 id="recent-title">Served before</h3>
      <ul className={styles.recent}>
        {recent.map((registry) => (
          <li key={registry.path}>
            <TextButton disabled={busy} onClick={() => onOpen(registry.path)}>
              <Revealed text={registry.path} />
            </TextButton>
            {!registry.reachable && <span className="muted">not reachable now</span>}
            <Button
              kind="quiet"
              aria-label={`Forget ${registry.path}`}
              onClick={() => forget.mutate({ path: registry.path })}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
