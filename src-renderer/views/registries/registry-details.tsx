import { useId, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type {
  RegistryChange,
  ShownRegistry,
  UpdateMode,
} from '../../../src-server/contract/service/registry-work.ts';
import { shortCommit } from '../../../src-server/contract/words/short-commit.ts';
import { Button } from '../../components/button.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { SelectField } from '../../components/fields.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { useStores } from '../../stores/use-stores.tsx';
import { Revealed } from '../../text/revealed.tsx';
import styles from './registries.module.css';

export function RegistryDetails({
  bridge,
  registry,
  isChecking,
  onChange,
}: {
  readonly bridge: DesktopBridge;
  readonly registry: ShownRegistry;
  readonly isChecking: boolean;
  readonly onChange: (change: RegistryChange) => void;
}) {
  const { name, address, commit, previous, pinned, follow, skipped } = registry;
  const { addedRegistries } = useStores();
  const attempt = useAttempt();
  const id = useId();
  const check = () =>
    attempt(() => bridge.checkRegistries({ names: [name], again: true }).then(addedRegistries.take));
  return (
    <div className={styles.details}>
      <FactList dense>
        <Fact name="Address" className="mono path">
          <Revealed text={address} />
        </Fact>
        <Fact name="Commit" className="mono path">
          {commit}
        </Fact>
        {skipped != null && (
          <Fact name="Skipped">
            <span className="mono">{shortCommit(skipped)}</span>{' '}
            <span className="muted">Look now offers it again.</span>
          </Fact>
        )}
        <Fact name={<label htmlFor={id}>Updates</label>}>
          <SelectField
            id={id}
            value={pinned ? 'pin' : follow ? 'follow' : 'ask'}
            onChange={(event) =>
              onChange({ do: 'mode', name, mode: event.currentTarget.value as UpdateMode })
            }
          >
            <option value="ask">Ask me about each</option>
            <option value="follow">Follow: take each without asking</option>
            <option value="pin">Pin: stay at this commit</option>
          </SelectField>
        </Fact>
      </FactList>
      <p className="actions">
        {!pinned && (
          <Button aria-disabled={isChecking} onClick={isChecking ? undefined : check}>
            {isChecking ? 'Asking…' : 'Look now'}
          </Button>
        )}
        {previous !== null && (
          <Button onClick={() => onChange({ do: 'back', name })}>
            Back to <span className="mono">{shortCommit(previous)}</span>
          </Button>
        )}
        <RemoveButton name={name} onRemove={() => onChange({ do: 'remove', name })} />
      </p>
    </div>
  );
}

/** Asks again: agents lose the skills at once. */
function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button look="bare" onClick={() => setAsking(true)}>
        Remove…
      </Button>
    );
  return (
    <>
      <Button onClick={onRemove}>
        Remove <Revealed text={name} /> and its copies
      </Button>
      <Button look="bare" onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </>
  );
}
