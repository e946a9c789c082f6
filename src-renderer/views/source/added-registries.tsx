import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ShownRegistry, UpdateMode } from '../../../src-server/contract/added-registries.ts';
import type { ServedLayer } from '../../../src-server/contract/api.ts';
import { countWords, type FetchProgress, shortFolder } from '../../../src-server/contract/words.ts';
import { useCommand, useRegistries } from '../../data/bridge.ts';
import { useService } from '../../data/registry.ts';
import { Card, ListRow, Section, Stack } from '../../layout/layout.tsx';
import { href } from '../../router.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Dialog, Popover } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { StateDot } from '../../ui/marks.tsx';
import { Notice, useToast } from '../../ui/notice.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { addressWords, layerWords, movedBy, stateWords } from './registry-words.ts';

/** Registries added by address, in the order in which they answer. */
export function AddedRegistries() {
  const { folder, status } = useService().state;
  const { data } = useRegistries();
  const layers = status?.registries?.filter(({ address }) => address !== undefined) ?? [];
  const registries = data?.registries ?? undefined;
  if (data?.trouble != null) return <Notice kind="error" title={<Revealed text={data.trouble} />} />;
  if ((registries ?? layers).length === 0) return null;
  const aside = `they answer where ${folder === undefined ? 'the folder' : shortFolder(folder)} has nothing`;
  return (
    <Section title="Added registries" aside={<Revealed text={aside} />}>
      <Card as="ul" aria-label="Added registries">
        {registries === undefined
          ? layers.map((layer) => <LayerRow key={layer.name} layer={layer} />)
          : registries.map((registry, at) => (
              <RegistryRow
                key={registry.name}
                registry={registry}
                names={registries.map(({ name }) => name)}
                at={at}
                layer={layers.find(({ name }) => name === registry.name)}
                progress={data?.fetching?.name === registry.name ? data.fetching.progress : undefined}
                isChecking={data?.checking.includes(registry.name) ?? false}
              />
            ))}
      </Card>
    </Section>
  );
}

/** The row of a registry for a page in a browser, which changes nothing. */
function LayerRow({ layer }: { readonly layer: ServedLayer }) {
  const { name, address = '', skills, state } = layer;
  const says = layerWords(layer);
  return (
    <ListRow
      icon={<StateDot state={state === 'failed' ? 'fail' : 'on'} />}
      title={<Title name={name} skills={skills} />}
      detail={<Revealed text={[addressWords({ address }), says].filter(Boolean).join(', ')} />}
    />
  );
}

function Title({ name, skills }: { readonly name: string; readonly skills: number }) {
  return (
    <>
      <b>
        <Revealed text={name} />
      </b>
      , {countWords(skills, 'skill')}
    </>
  );
}

function RegistryRow({
  registry,
  names,
  at,
  layer,
  isChecking,
  progress,
}: {
  readonly registry: ShownRegistry;
  /** How far the fetch of its update is. */
  readonly progress: FetchProgress | undefined;
  /** The names of all, in their order. */
  readonly names: readonly string[];
  readonly at: number;
  readonly layer: ServedLayer | undefined;
  readonly isChecking: boolean;
}) {
  const { name, skills, error, update } = registry;
  const toast = useToast();
  const { mutate } = useCommand('changeRegistry');
  const refused = { onError: ({ message }: Error) => toast(message, 'refused') };
  const says = stateWords(registry, isChecking, progress);
  const move = (by: -1 | 1) => mutate({ do: 'order', names: movedBy(names, name, by) }, refused);
  return (
    <ListRow
      icon={<StateDot state={error !== null ? 'fail' : layer === undefined ? 'off' : 'on'} />}
      title={<Title name={name} skills={layer?.skills ?? skills} />}
      detail={<Revealed text={[addressWords(registry), says].filter(Boolean).join(', ')} />}
      actions={
        <>
          {update !== null && (
            <LinkButton
              href={href({ view: 'source', update: name })}
              aria-label={`See the update of ${name}`}
            >
              See the update
            </LinkButton>
          )}
          {names.length > 1 && (
            <>
              <IconButton
                name={`Move ${name} up`}
                icon={ArrowUp}
                disabled={at === 0}
                onClick={() => move(-1)}
              />
              <IconButton
                name={`Move ${name} down`}
                icon={ArrowDown}
                disabled={at === names.length - 1}
                onClick={() => move(1)}
              />
            </>
          )}
          <More registry={registry} isChecking={isChecking} />
        </>
      }
    />
  );
}

function More({
  registry: { name, pinned, follow },
  isChecking,
}: {
  readonly registry: ShownRegistry;
  readonly isChecking: boolean;
}) {
  const toast = useToast();
  const { mutate } = useCommand('changeRegistry');
  const check = useCommand('checkRegistries');
  const [isRemoving, setIsRemoving] = useState(false);
  const refused = { onError: ({ message }: Error) => toast(message, 'refused') };
  return (
    <>
      <Popover name={`More for ${name}`} icon={Ellipsis} isNameShown={false}>
        <Stack>
          <SelectField
            label="Updates"
            value={pinned ? 'pin' : follow ? 'follow' : 'ask'}
            onChange={({ currentTarget }) =>
              mutate({ do: 'mode', name, mode: currentTarget.value as UpdateMode }, refused)
            }
          >
            <option value="ask">Ask me about each</option>
            <option value="follow">Take each without asking</option>
            <option value="pin">Pin: stay at this one</option>
          </SelectField>
          {!pinned && (
            <Button
              busy={isChecking || check.isPending}
              onClick={() => check.mutate({ names: [name] }, refused)}
            >
              Look for an update
            </Button>
          )}
          <Button kind="quiet" onClick={() => setIsRemoving(true)}>
            Remove…
          </Button>
        </Stack>
      </Popover>
      {isRemoving && (
        <Dialog
          title={`Remove ${name}?`}
          onClose={() => setIsRemoving(false)}
          footer={
            <>
              <Button kind="quiet" onClick={() => setIsRemoving(false)}>
                Keep it
              </Button>
              <Button
                kind="primary"
                onClick={() => {
                  setIsRemoving(false);
                  mutate({ do: 'remove', name }, refused);
                }}
              >
                Remove
              </Button>
            </>
          }
        >
          <p>Agents lose its skills at once, and its copies on this computer are deleted.</p>
        </Dialog>
      )}
    </>
  );
}
