import { useEffect } from 'react';
import type { RegistryUpdate, ShownRegistry } from '../../../src-server/contract/service.ts';
import { shortCommit } from '../../../src-server/contract/words.ts';
import { useCommand, useRegistries } from '../../data/use-app.ts';
import { desktop } from '../../desktop.ts';
import { Page, Row } from '../../layout/layout.tsx';
import { href } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';
import { commandWords } from '../../text/command-lines.ts';
import { formatDay } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Loading } from '../../ui/lists/query-view.tsx';
import { useToast } from '../../ui/over/toast.tsx';
import { CommandLine } from '../../ui/show/code.tsx';
import { Mark } from '../../ui/show/marks.tsx';
import { Notice } from '../../ui/show/notice.tsx';
import { addressWords, updateWarnings, updateWords } from './registry-words.ts';
import { SkillChanges } from './skill-changes.tsx';
import styles from './source.module.css';

/** Shows what an update changes, skill by skill, before it is taken. */
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
