import { type FormEvent, useState } from 'react';
import type { AdditionState } from '../../../src-main/contract/app-states.ts';
import type { RegistryPreview } from '../../../src-server/contract/added-registries.ts';
import { countWords, fetchWords, formatBytes, shortCommit } from '../../../src-server/contract/words.ts';
import { useCommand, useRegistries } from '../../data/bridge.ts';
import { useSkills } from '../../data/registry.ts';
import { Disclosure, Row, Stack } from '../../layout/layout.tsx';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Risk } from '../../ui/marks.tsx';
import { Notice, useToast } from '../../ui/notice.tsx';
import { Loading } from '../../ui/query-view.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { addressWords, formatDay, holdsWords } from './registry-words.ts';
import styles from './source.module.css';
import { SkillChanges } from './update-review.tsx';

/** The registry that is suggested. Its address is asked only after a click. */
const PUBLIC_REGISTRY = 'https://github.com/LibSkills/libskills-registry';
const GIT_DOWNLOADS = 'https://git-scm.com/downloads';

/** Adds a registry, after a look into its address. Closing the dialog cancels what is not added. */
export function AddFromGit({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const addition: AdditionState = useRegistries().data?.addition ?? { state: 'none' };
  const preview = useCommand('previewRegistry');
  const add = useCommand('addRegistry');
  const cancel = useCommand('cancelRegistry');
  const [address, setAddress] = useState('');
  const look = (wanted: string, fields: Partial<Record<'ref' | 'folder' | 'name', string>> = {}) =>
    preview.mutate({ address: wanted, ...fields });
  const close = () => {
    if (addition.state !== 'none') cancel.mutate(null);
    onClose();
  };
  const onAdd = ({ name }: RegistryPreview) =>
    add.mutate(null, {
      onSuccess({ addition: after }) {
        if (after.state !== 'none') return;
        toast(`Added ${name}`);
        onClose();
      },
    });
  const failed = (preview.error ?? add.error)?.message;
  const shown = addition.state === 'shown' ? addition : undefined;
  return (
    <Dialog
      title="Add from Git"
      onClose={close}
      {...(shown !== undefined && {
        footer: (
          <>
            <Button kind="quiet" onClick={close}>
              Cancel
            </Button>
            <Button
              kind="primary"
              busy={shown.isAdding || add.isPending}
              onClick={() => onAdd(shown.preview)}
            >
              {shown.isAdding ? 'Adding…' : 'Add it'}
            </Button>
          </>
        ),
      })}
    >
      <Stack gap={4}>
        <AddressForm
          address={address}
          isBusy={addition.state === 'fetching'}
          isDone={shown !== undefined}
          onAddress={setAddress}
          onLook={look}
        />
        {addition.state === 'none' && failed === undefined && (
          <p className="soft">
            No address at hand?{' '}
            <TextButton
              onClick={() => {
                setAddress(PUBLIC_REGISTRY);
                look(PUBLIC_REGISTRY);
              }}
            >
              Look into the public LibSkills registry
            </TextButton>
          </p>
        )}
        {failed !== undefined && <Notice kind="error" title={<Revealed text={failed} />} />}
        <Outcome addition={addition} onCancel={() => cancel.mutate(null)} />
      </Stack>
    </Dialog>
  );
}

function AddressForm({
  address,
  isBusy,
  isDone,
  onAddress,
  onLook,
}: {
  readonly address: string;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly onAddress: (address: string) => void;
  readonly onLook: (address: string, fields: Partial<Record<'ref' | 'folder' | 'name', string>>) => void;
}) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || address.trim() === '') return;
    const form = new FormData(event.currentTarget);
    const names = ['ref', 'folder', 'name'] as const;
    const given = names.flatMap((name) => {
      const value = String(form.get(name) ?? '').trim();
      return value === '' ? [] : [[name, value]];
    });
    onLook(address.trim(), Object.fromEntries(given));
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <div className={styles.field}>
          <TextField
            label="Address of a Git repository"
            value={address}
            placeholder="https://…, owner/name, or git@…"
            maxLength={2000}
            onChange={({ currentTarget }) => onAddress(currentTarget.value)}
          />
          <Button type="submit" kind={isDone ? 'plain' : 'primary'} busy={isBusy}>
            Look inside
          </Button>
        </div>
        <Disclosure summary="Branch, folder, name">
          <Stack>
            <TextField name="ref" label="Branch, tag or commit" />
            <TextField name="folder" label="Folder in it" />
            <TextField name="name" label="Name here" />
          </Stack>
        </Disclosure>
      </Stack>
    </form>
  );
}

function Outcome({
  addition,
  onCancel,
}: {
  readonly addition: AdditionState;
  readonly onCancel: () => void;
}) {
  switch (addition.state) {
    case 'none':
      return null;
    case 'fetching':
      return (
        <Row>
          <span role="status">Looking inside…{addition.progress && ` ${fetchWords(addition.progress)}`}</span>
          <Button kind="quiet" onClick={onCancel}>
            Stop
          </Button>
        </Row>
      );
    case 'failed':
      return (
        <Notice kind="error" title={<Revealed text={addition.message} />}>
          {addition.message.includes(GIT_DOWNLOADS) && (
            <TextLink to={GIT_DOWNLOADS}>Where to get Git</TextLink>
          )}
        </Notice>
      );
    case 'same':
      return (
        <Notice kind="info" title="This is added already.">
          Its name here is <Revealed text={addition.name} />. Nothing was changed.
        </Notice>
      );
    case 'shown':
      return <Preview preview={addition.preview} />;
  }
}

const MOST_SKIPPED = 50;

/** What is at an address, and each of its texts, before anything is added. */
function Preview({ preview }: { readonly preview: RegistryPreview }) {
  const { skills, files, bytes, date, commit, skipped } = preview;
  const served = useSkills().data?.skills ?? [];
  const known = new Set(served.map(({ key }) => key));
  const shadowed = skills.filter(({ key }) => known.has(key)).length;
  return (
    <section aria-label={`What is in ${preview.address}`}>
      <Stack gap={3}>
        <p>
          <b>
            <Revealed text={holdsWords(preview)} />
          </b>{' '}
          <span className="soft">
            {countWords(files, 'file')}, {formatBytes(bytes)}. <Revealed text={addressWords(preview)} />,{' '}
            {shortCommit(commit)}
            {date !== null && ` of ${formatDay(date, new Date())}`}.
          </span>
        </p>
        <p className="soft">
          {shadowed > 0 &&
            `${countWords(shadowed, 'skill is', 'skills are')} here already, and would stay as they are.`}{' '}
          Its authors write what your agents read: read it before you add it.
        </p>
        {skipped.length > 0 && (
          <Disclosure summary={`${countWords(skipped.length, 'file was', 'files were')} left out`}>
            <ul className={styles.places}>
              {skipped.slice(0, MOST_SKIPPED).map((sentence) => (
                <li key={sentence}>
                  <Revealed text={sentence} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        <ul className={styles.kinds} aria-label="Its skills">
          {skills.map(({ key, risk }) => (
            <PreviewedSkill key={key} skillKey={key} risk={risk} />
          ))}
        </ul>
      </Stack>
    </section>
  );
}

/** A skill of the preview, whose texts are read when it is opened. */
function PreviewedSkill({ skillKey, risk }: { readonly skillKey: string; readonly risk: string | null }) {
  const read = useCommand('readPreviewedSkill');
  const [isOpen, setIsOpen] = useState(false);
  const onToggle = (opens: boolean) => {
    setIsOpen(opens);
    if (opens && read.data === undefined) read.mutate({ key: skillKey });
  };
  return (
    <li>
      <Disclosure
        isOpen={isOpen}
        onToggle={onToggle}
        summary={
          <>
            <span className="mono path">
              <Revealed text={skillKey} />
            </span>{' '}
            <Risk of={risk ?? undefined} />
          </>
        }
      >
        {read.error !== null ? (
          <Notice kind="error" title={<Revealed text={read.error.message} />} />
        ) : read.data === undefined ? (
          <Loading />
        ) : (
          <SkillChanges skill={read.data} />
        )}
      </Disclosure>
    </li>
  );
}
