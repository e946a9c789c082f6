import { FolderOpen } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useCommand, useSettings } from '../../data/bridge.ts';
import { Row, Stack } from '../../layout/layout.tsx';
import { RefusedFolder, useRegistryChoice } from '../../layout/serve-registry.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './source.module.css';

/** The dialog for another folder. It closes once the folder is served, or is to be. */
export function ChangeFolder({ onClose }: { readonly onClose: () => void }) {
  const [path, setPath] = useState('');
  const choice = useRegistryChoice(onClose);
  const { busy, refusal, choose, open, openSample } = choice;
  useEffect(() => {
    if (refusal !== undefined) setPath(refusal.path);
  }, [refusal]);
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
          <Button kind="primary" icon={FolderOpen} busy={busy} onClick={choose}>
            Choose a folder…
          </Button>
          <Button busy={busy} onClick={openSample}>
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
        <RefusedFolder choice={choice} />
        <Recent busy={busy} onOpen={open} />
      </Stack>
    </Dialog>
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
