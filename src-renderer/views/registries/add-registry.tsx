import { Plus, RotateCw } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type {
  AdditionState,
  DesktopBridge,
  RegistriesState,
} from '../../../src-main/contract/desktop-bridge.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { useStores } from '../../stores/use-stores.tsx';
import { formatBytes } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { PreviewFacts } from './preview-facts.tsx';
import { PUBLIC_REGISTRY } from './public-registry.ts';
import styles from './registries.module.css';

interface Fields {
  readonly address: string;
  readonly ref: string;
  readonly folder: string;
  readonly name: string;
}

const EMPTY: Fields = { address: '', ref: '', folder: '', name: '' };

export function AddRegistry({
  bridge,
  state,
}: {
  readonly bridge: DesktopBridge;
  readonly state: RegistriesState;
}) {
  const [fields, setFields] = useState(EMPTY);
  const { addedRegistries } = useStores();
  const attempt = useAttempt();
  const toast = useToast();
  const { addition } = state;
  const isFetching = addition.state === 'fetching';
  const look = (address: string) => {
    if (address === '' || isFetching) return;
    attempt(() => bridge.previewRegistry(requestOf({ ...fields, address })).then(addedRegistries.take));
  };
  const cancel = () => attempt(() => bridge.cancelRegistry().then(addedRegistries.take));
  const add = () =>
    attempt(async () => {
      const after = await bridge.addRegistry();
      addedRegistries.take(after);
      if (after.addition.state !== 'none') return;
      setFields(EMPTY);
      toast(`Added ${after.registries?.at(-1)?.name ?? 'the registry'}`);
    });
  return (
    <section
      className={styles.adding}
      aria-label="Add a registry"
      data-open={addition.state !== 'none' || undefined}
    >
      <AddressForm
        fields={fields}
        isFetching={isFetching}
        hasLooked={addition.state !== 'none'}
        onChange={setFields}
        onLook={() => look(fields.address.trim())}
      />
      {addition.state === 'none' && state.registries?.length === 0 && (
        <p className={styles.suggest}>
          No address at hand? LibSkills publishes a registry: <span className="mono">{PUBLIC_REGISTRY}</span>{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              setFields({ ...EMPTY, address: PUBLIC_REGISTRY });
              look(PUBLIC_REGISTRY);
            }}
          >
            Look inside LibSkills
          </button>
        </p>
      )}
      <Outcome
        addition={addition}
        hasOthers={(state.registries?.length ?? 0) > 0}
        onAdd={add}
        onCancel={cancel}
      />
    </section>
  );
}

function requestOf({ address, ref, folder, name }: Fields) {
  const given = (text: string) => (text.trim() === '' ? undefined : text.trim());
  const [wantedRef, wantedFolder, wantedName] = [given(ref), given(folder), given(name)];
  return {
    address,
    ...(wantedRef !== undefined && { ref: wantedRef }),
    ...(wantedFolder !== undefined && { folder: wantedFolder }),
    ...(wantedName !== undefined && { name: wantedName }),
  };
}

function AddressForm({
  fields,
  isFetching,
  hasLooked,
  onChange,
  onLook,
}: {
  readonly fields: Fields;
  readonly isFetching: boolean;
  readonly hasLooked: boolean;
  readonly onChange: (fields: Fields) => void;
  readonly onLook: () => void;
}) {
  const id = useId();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onLook();
  };
  const set = (change: Partial<Fields>) => onChange({ ...fields, ...change });
  return (
    <form className={styles.addForm} onSubmit={onSubmit}>
      <label htmlFor={id}>
        <Icon of={Plus} />
        Add a registry
      </label>
      <TextField
        id={id}
        className="mono"
        value={fields.address}
        placeholder="https://…, a repository’s page, owner/name, or git@…"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={2000}
        aria-describedby={`${id}-note`}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <Button type="submit" aria-disabled={isFetching}>
        {hasLooked && <Icon of={RotateCw} />}
        {hasLooked ? 'Look again' : 'Look inside'}
      </Button>
      <p id={`${id}-note`} className="hidden-text">
        This reads the address. Nothing is added until you choose Add.
      </p>
      <details className={styles.more}>
        <summary>Branch, folder, name</summary>
        <div>
          <OptionField label="Branch, tag or commit" value={fields.ref} onChange={(ref) => set({ ref })} />
          <OptionField label="Folder in it" value={fields.folder} onChange={(folder) => set({ folder })} />
          <OptionField label="Name here" value={fields.name} onChange={(name) => set({ name })} />
        </div>
      </details>
    </form>
  );
}

function OptionField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label>
      {label}
      <TextField
        className="mono"
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

function Outcome({
  addition,
  hasOthers,
  onAdd,
  onCancel,
}: {
  readonly addition: AdditionState;
  readonly hasOthers: boolean;
  readonly onAdd: () => void;
  readonly onCancel: () => void;
}) {
  switch (addition.state) {
    case 'none':
      return null;
    case 'fetching':
      return (
        <p className={`actions ${styles.progress}`}>
          <span role="status" className="soft number">
            Looking inside… {addition.bytes > 0 && `${formatBytes(addition.bytes)} received`}
          </span>
          <Button onClick={onCancel}>Cancel</Button>
        </p>
      );
    case 'failed':
      return (
        <div className={styles.outcome}>
          <Notice
            tone="bad"
            title={<Revealed text={addition.message} />}
            action={<Button onClick={onCancel}>Close</Button>}
          />
        </div>
      );
    case 'same':
      return (
        <div className={styles.outcome}>
          <Notice
            tone="still"
            mark="state-seen"
            title={
              <>
                This is added already, as <Revealed text={addition.name} />.
              </>
            }
            action={<Button onClick={onCancel}>Close</Button>}
          >
            <p>Nothing was changed.</p>
          </Notice>
        </div>
      );
    case 'shown':
      return (
        <section className={styles.outcome} aria-label={`What is in ${addition.preview.address}`}>
          <PreviewFacts preview={addition.preview} />
          <p className="actions">
            <Button look="main" aria-disabled={addition.isAdding} onClick={onAdd}>
              {addition.isAdding ? 'Adding…' : hasOthers ? 'Add below the others' : 'Add it'}
            </Button>
            <Button look="bare" onClick={onCancel}>
              Cancel
            </Button>
          </p>
        </section>
      );
  }
}
