import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type {
  RegistryChange,
  RegistryChanges,
  RegistryUpdate,
  ShownRegistry,
} from '../../../src-server/contract/service/registry-work.ts';
import { shortCommit } from '../../../src-server/contract/words/short-commit.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { SeverityLabel } from '../../components/facts.tsx';
import { Sheet, SheetBody, SheetHead } from '../../components/sheet.tsx';
import { Empty, Notice, SkeletonRows } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { type Query, useQuery } from '../../components/use-query.ts';
import { navigate } from '../../route/use-route.ts';
import { useAddedRegistries, useStores } from '../../stores/use-stores.tsx';
import { formatDay, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { addressWords, updateWarnings, updateWords } from './registries-words.ts';
import { SkillChange } from './skill-change.tsx';
import styles from './update-page.module.css';

/** Shows changes skill by skill; takes nothing. */
export function UpdatePage({ bridge, name }: { readonly bridge: DesktopBridge; readonly name: string }) {
  const state = useAddedRegistries().value;
  const registry = state?.registries?.find((one) => one.name === name);
  const update = registry?.update ?? undefined;
  const changes = useQuery(() => bridge.readRegistryUpdate({ name }), update && `${name} ${update.commit}`);
  if (state === undefined || state.registries === null)
    return (
      <Sheet whole>
        {state?.trouble == null ? (
          <SkeletonRows rows={8} />
        ) : (
          <Empty whole title={<Revealed text={state.trouble} />} />
        )}
      </Sheet>
    );
  if (registry === undefined || update === undefined) return <NothingNew name={name} registry={registry} />;
  return <Reading bridge={bridge} registry={registry} update={update} changes={changes} />;
}

function NothingNew({
  name,
  registry,
}: {
  readonly name: string;
  readonly registry: ShownRegistry | undefined;
}) {
  return (
    <Sheet whole>
      <Empty
        whole
        title={
          registry === undefined ? (
            <>
              No registry is called <Revealed text={name} />.
            </>
          ) : (
            <>
              There is no update of <Revealed text={name} />.
            </>
          )
        }
        actions={
          <LinkButton look="main" href="#/registries">
            All registries
          </LinkButton>
        }
      >
        {registry !== undefined && (
          <p>
            Agents get <span className="mono">{shortCommit(registry.commit)}</span>.
          </p>
        )}
      </Empty>
    </Sheet>
  );
}

function Reading({
  bridge,
  registry,
  update,
  changes: { value, failed },
}: {
  readonly bridge: DesktopBridge;
  readonly registry: ShownRegistry;
  readonly update: RegistryUpdate;
  readonly changes: Query<RegistryChanges>;
}) {
  const { addedRegistries } = useStores();
  const attempt = useAttempt();
  const toast = useToast();
  const { name, commit } = registry;
  const decide = (wanted: 'take' | 'skip', said: string) =>
    attempt(async () => {
      const change: RegistryChange = { do: wanted, name, commit: update.commit };
      addedRegistries.take(await bridge.changeRegistry(change));
      toast(said);
      navigate({ view: 'registries' });
    });
  // Of another commit while the new one is read.
  const isRead = value?.update?.commit === update.commit;
  return (
    <Sheet whole scrolls aria-labelledby="update-title">
      <SheetHead>
        <div>
          <p className={styles.crumb}>
            <a className="link plain" href="#/registries">
              Registries
            </a>{' '}
            › <Revealed text={name} />{' '}
            <span className="muted mono path">
              <Revealed text={addressWords(registry)} />
            </span>
          </p>
          <h1 id="update-title">
            <span className="mono">{shortCommit(commit)}</span> to{' '}
            <span className="mono">{shortCommit(update.commit)}</span>
          </h1>
        </div>
        <span className="push actions">
          <Button onClick={() => decide('skip', `Skipped ${shortCommit(update.commit)}`)}>Skip it</Button>
          <Button
            look="main"
            onClick={() => decide('take', `Agents get ${shortCommit(update.commit)} of ${name} now`)}
          >
            Take it
          </Button>
        </span>
      </SheetHead>
      <SheetBody>
        <Summary update={update} changes={isRead ? value : undefined} />
        {failed !== undefined && <Notice tone="bad" title={<Revealed text={failed} />} />}
        {isRead ? (
          <>
            {value.skills.map((skill) => (
              <SkillChange key={skill.key} skill={skill} />
            ))}
            {value.more > 0 && (
              <p className="soft">
                {plural(value.more, 'more skill')} changed. The command line shows all:{' '}
                <code>skills-registry registry diff {name}</code>
              </p>
            )}
          </>
        ) : (
          failed === undefined && <SkeletonRows rows={8} />
        )}
      </SheetBody>
    </Sheet>
  );
}

function Summary({
  update,
  changes,
}: {
  readonly update: RegistryUpdate;
  readonly changes: RegistryChanges | undefined;
}) {
  const notes = changes?.skills.flatMap(({ files }) => files.flatMap((file) => file.notes)) ?? [];
  const count = (kind: string) => notes.filter((note) => note.kind === kind).length;
  const looks = [
    ...updateWarnings(update),
    ...(count('command') > 0 ? [`${plural(count('command'), 'new command')} that an agent could run`] : []),
    ...(count('address') > 0 ? [plural(count('address'), 'new address', 'new addresses')] : []),
    ...(count('hidden') > 0 ? [`Characters that can’t be seen in ${plural(count('hidden'), 'file')}`] : []),
  ];
  return (
    <div className={styles.summary}>
      <p>
        <b>{updateWords(update)}</b>{' '}
        {changes?.date != null && (
          <span className="muted">Committed {formatDay(changes.date, new Date())}.</span>
        )}
      </p>
      {looks.length > 0 && (
        <ul aria-label="Look at this first">
          {looks.map((sentence) => (
            <li key={sentence}>
              <SeverityLabel severity="warning">{sentence}</SeverityLabel>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
