import { Search } from 'lucide-react';
import { useMemo } from 'react';
import { useDiagnostics, useSkill } from '../../data/registry.ts';
import { faultOf, type SkillFault } from '../../domain/skill-rows.ts';
import { href, type Route } from '../../router.ts';
import { Revealed } from '../../text/revealed.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/notice.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import type { Standing } from './document.tsx';
import { OpenSkill, type ReaderProps } from './open-skill.tsx';
import styles from './reader.module.css';

/** One skill, opened at the section that answered. The text of a skill that is no longer served stays. */
export function Reader(props: ReaderProps) {
  const query = useSkill(props.skillKey);
  const isGone = query.error?.status === 404;
  const fault = useFault(props.skillKey);
  if (!isGone)
    return (
      <QueryView of={query} name="skill">
        {(skill) => (
          <OpenSkill
            {...props}
            skill={skill}
            standing={fault.isUnreadable ? keptWords(fault.why) : undefined}
          />
        )}
      </QueryView>
    );
  return query.data === undefined ? (
    <MissingSkill skillKey={props.skillKey} why={fault.why} />
  ) : (
    <OpenSkill {...props} skill={query.data} standing={goneWords(fault)} />
  );
}

interface FaultNow extends Partial<SkillFault> {
  /** Whether the problems are being asked again: a fault may come. */
  readonly isAsked: boolean;
}

function useFault(key: string): FaultNow {
  const { data, isFetching } = useDiagnostics();
  const fault = useMemo(() => faultOf(data?.diagnostics ?? [], key), [data, key]);
  return { ...fault, isAsked: isFetching };
}

/** Returns the words for a skill whose last good state is served. */
function keptWords(why: string | undefined): Standing {
  const text = 'This is the last state that could be read; it is served until the file is mended.';
  return { title: why ?? 'skill.json can’t be read.', text };
}

/** Returns the words for a skill that was served before, and isn't now. */
function goneWords({ why, isAsked }: FaultNow): Standing {
  const text = 'The text below is the last one that was served.';
  if (why !== undefined) return { title: `This skill is not served now. ${why}`, text };
  return {
    title: isAsked ? 'This skill is not served now.' : 'This skill was removed while you read it.',
    text,
  };
}

function MissingSkill({
  skillKey,
  why,
}: Pick<ReaderProps, 'skillKey'> & {
  /** Why a folder that is there isn't served. */
  readonly why: string | undefined;
}) {
  const name = skillKey.slice(skillKey.lastIndexOf('/') + 1);
  return (
    <div className={styles.missing}>
      <Empty
        as="h1"
        title={
          why === undefined ? (
            <>
              There is no skill <Revealed text={skillKey} />.
            </>
          ) : (
            <>
              <Revealed text={skillKey} /> is not served.
            </>
          )
        }
        actions={
          <>
            {why === undefined ? (
              <LinkButton kind="primary" icon={Search} href={href({ view: 'skills', q: name })}>
                <span>
                  Ask for “<Revealed text={name} />”
                </span>
              </LinkButton>
            ) : (
              <LinkButton kind="primary" href={href({ view: 'source' })}>
                What needs repair
              </LinkButton>
            )}
            <LinkButton href={href({ view: 'skills' })}>All skills</LinkButton>
          </>
        }
      >
        <p role="alert">
          {why === undefined ? 'It may have been moved or removed.' : <Revealed text={why} />}
        </p>
      </Empty>
    </div>
  );
}

export default function ReaderView({
  route,
}: {
  readonly route: Extract<Route, { readonly view: 'skill' }>;
}) {
  const { key, q, file, line, at, raw, pair } = route;
  return <Reader skillKey={key} question={q} file={file} line={line} at={at} raw={raw} pair={pair} />;
}
