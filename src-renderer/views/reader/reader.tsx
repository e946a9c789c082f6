import { Search } from 'lucide-react';
import { useSkill } from '../../data/use-registry.ts';
import { href } from '../../router/route.ts';
import { Revealed } from '../../text/revealed.tsx';
import { LinkButton } from '../../ui/controls/button.tsx';
import { QueryView } from '../../ui/lists/query-view.tsx';
import { Empty } from '../../ui/show/notice.tsx';
import { OpenSkill } from './open-skill.tsx';
import styles from './reader.module.css';
import type { ReaderProps } from './reader-props.ts';

/** One skill, opened at the section that answered. The text of a removed skill stays. */
export function Reader(props: ReaderProps) {
  const query = useSkill(props.skillKey);
  const isGone = query.error?.status === 404;
  if (!isGone)
    return (
      <QueryView of={query} name="skill">
        {(skill) => <OpenSkill {...props} skill={skill} isRemoved={false} />}
      </QueryView>
    );
  return query.data === undefined ? (
    <MissingSkill skillKey={props.skillKey} />
  ) : (
    <OpenSkill {...props} skill={query.data} isRemoved />
  );
}

function MissingSkill({ skillKey }: Pick<ReaderProps, 'skillKey'>) {
  const name = skillKey.slice(skillKey.lastIndexOf('/') + 1);
  return (
    <div className={styles.missing}>
      <Empty
        as="h1"
        title={
          <>
            There is no skill <Revealed text={skillKey} />.
          </>
        }
        actions={
          <>
            <LinkButton kind="primary" icon={Search} href={href({ view: 'skills', q: name })}>
              <span>
                Ask for “<Revealed text={name} />”
              </span>
            </LinkButton>
            <LinkButton href={href({ view: 'skills' })}>All skills</LinkButton>
          </>
        }
      >
        <p role="alert">
          It may have been moved or removed, or its skill.json cannot be read:{' '}
          <a className="link" href={href({ view: 'source' })}>
            Source
          </a>{' '}
          lists what is not served.
        </p>
      </Empty>
    </div>
  );
}
