import { useEffect } from 'react';
import type {
  ReadChange,
  ReadSkillChange,
  RegistryUpdate,
  ShownRegistry,
} from '../../../src-server/contract/added-registries.ts';
import { shortCommit } from '../../../src-server/contract/words.ts';
import { useCommand, useRegistries } from '../../data/bridge.ts';
import { desktop } from '../../data/host.ts';
import { commandWords } from '../../domain/command-lines.ts';
import { Page, Row } from '../../layout/layout.tsx';
import { href, navigate } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine, DiffBox } from '../../ui/code.tsx';
import { Label, Mark, Risk } from '../../ui/marks.tsx';
import { Notice, useToast } from '../../ui/notice.tsx';
import { Loading } from '../../ui/query-view.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { addressWords, formatDay, noteWords, updateWarnings, updateWords } from './registry-words.ts';
import styles from './source.module.css';

/** What an update changes, skill by skill, before it is taken. */
export function UpdateReview({ name }: { readonly name: string }) {
  const { data, isPending } = useRegistries();
  const registry = data?.registries?.find((one) => one.name === name);
  if (registry?.update != null)
    return <Review key={registry.update.commit} registry={registry} update={registry.update} />;
  const back = <TextLink to={href({ view: 'source' })}>Back to Source</TextLink>;
  if (desktop === undefined)
    return (
      <Page title="A page in a browser doesn’t take updates." sub={back}>
        <CommandLine line={`${commandWords()} registry diff ${name}`} />
      </Page>
    );
  if (isPending || data?.registries === null) return <Page title={`Update of ${name}`} />;
  return (
    <Page
      title={registry === undefined ? `No registry is called ${name}.` : `There is no update of ${name}.`}
      sub={back}
    />
  );
}

function Review({ registry, update }: { readonly registry: ShownRegistry; readonly update: RegistryUpdate }) {
  const { name, commit } = registry;
  const toast = useToast();
  const read = useCommand('readRegistryUpdate');
  const change = useCommand('changeRegistry');
  const { mutate } = read;
  useEffect(() => mutate({ name }), [mutate, name]);
  const take = async () => {
    try {
      // The list without the update takes this view away before it is answered: no callback of `mutate` would run.
      await change.mutateAsync({ do: 'take', name, commit: update.commit });
      toast(`Agents get the update of ${name} now`);
      navigate({ view: 'source' });
    } catch (error) {
      toast((error as Error).message, 'refused');
    }
  };
  const changes = read.data;
  const warnings = updateWarnings(update, changes);
  return (
    <Page
      title={`Update of ${name}: ${updateWords(update)}`}
      sub={
        <>
          <Revealed text={addressWords(registry)} />, {shortCommit(commit)} to {shortCommit(update.commit)}
          {changes?.date != null && ` of ${formatDay(changes.date, new Date())}`}. Agents get the old texts
          until you take it.
        </>
      }
    >
      <div className={styles.review}>
        <p>
          <TextLink to={href({ view: 'source' })}>Back to Source</TextLink>
        </p>
        {warnings.length > 0 && (
          <ul className={styles.notes} aria-label="Look at this first">
            {warnings.map((warning) => (
              <li key={warning}>
                <Mark name="warning" tone="care" />
                <span>{warning}</span>
              </li>
            ))}
          </ul>
        )}
        {read.error !== null && <Notice kind="error" title={<Revealed text={read.error.message} />} />}
        {changes === undefined && read.error === null && <Loading />}
        {changes?.skills.map((skill) => (
          <SkillChanges key={skill.key} skill={skill} />
        ))}
        {changes !== undefined && (
          <div className={styles.decide}>
            <Row>
              <Button kind="primary" busy={change.isPending} onClick={take}>
                Take the update
              </Button>
            </Row>
          </div>
        )}
      </div>
    </Page>
  );
}

const CHANGE_WORDS = { added: 'new', changed: 'changed', removed: 'goes' } as const;

/** The changes of a skill: each changed text and each new command, whole and wrapped. */
export function SkillChanges({ skill: { key, change, risk, files } }: { readonly skill: ReadSkillChange }) {
  const [before, after] = risk;
  return (
    <section className={styles.skill} aria-label={key}>
      <h2>
        <span className="mono path">
          <Revealed text={key} />
        </span>
        <Label>{CHANGE_WORDS[change]}</Label>
        {change === 'changed' && before !== after && before !== null && (
          <>
            <Risk of={before} /> →
          </>
        )}
        {before !== after && after !== null && <Risk of={after} />}
      </h2>
      {files.map((file) => (
        <FileChange key={file.path} skillKey={key} file={file} />
      ))}
    </section>
  );
}

function FileChange({
  skillKey,
  file: { path, change, notes, diff },
}: {
  readonly skillKey: string;
  readonly file: ReadChange;
}) {
  const label = `${path} of ${skillKey}`;
  return (
    <div className={styles.file}>
      <h3>
        <span className="mono path">
          <Revealed text={path} />
        </span>
        {change !== 'changed' && <span className="muted">{CHANGE_WORDS[change]}</span>}
      </h3>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={`${note.kind} ${note.text}`}>
              <Mark
                name={note.kind === 'unread' ? 'info' : 'warning'}
                tone={note.kind === 'unread' ? 'still' : 'care'}
              />
              <span>
                {noteWords(note)}
                {note.text !== '' && (
                  <>
                    : <code>{<Revealed text={note.text} />}</code>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {diff.map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places of a file never move
        <DiffBox key={at} label={diff.length > 1 ? `${label}, place ${at + 1}` : label} diff={lines} />
      ))}
    </div>
  );
}
