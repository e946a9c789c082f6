import { useEffect, useMemo } from 'react';
import type { FullSkill } from '../../../src-server/contract/api/api.ts';
import { LinkButton } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Empty } from '../../components/states.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { offersView } from '../../host.ts';
import { formatRoute } from '../../route/route.ts';
import { isKey, nameInKey } from '../../skill/key-parts.ts';
import { toSkillModel } from '../../skill/skill-model.ts';
import { useSkill } from '../../skill/use-skill.ts';
import { visitSkill } from '../../skill/visited-skills.ts';
import type { Resource } from '../../stores/resource.ts';
import { useRegistry } from '../../stores/use-stores.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { SkillPage, type SkillRoute } from './skill-page.tsx';
import { useFileReads } from './use-file-reads.ts';

export default function SkillView({ route }: { readonly route: SkillRoute }) {
  const answer = useSkill(isKey(route.key) ? route.key : undefined);
  if (answer === undefined) return <MissingSkill skillKey={route.key} />;
  const isGone = answer.failure?.kind === 'refused' && answer.failure.status === 404;
  if (isGone && answer.value === undefined) return <MissingSkill skillKey={route.key} />;
  return (
    <ViewFrame of={isGone ? withoutFailure(answer) : answer} whole rows={12}>
      {(skill) => <Skill route={route} skill={skill} removed={isGone} />}
    </ViewFrame>
  );
}

/** Keeps the text of a removed skill: the page reports the removal. */
function withoutFailure(answer: Resource<FullSkill>): Resource<FullSkill> {
  return answer.value === undefined || answer.of === undefined
    ? answer
    : { ...answer, state: 'stale', value: answer.value, of: answer.of, failure: undefined };
}

function Skill({
  route,
  skill,
  removed,
}: {
  readonly route: SkillRoute;
  readonly skill: FullSkill;
  readonly removed: boolean;
}) {
  useEffect(() => visitSkill(route.key), [route.key]);
  const reads = useFileReads(route.key);
  const row = useRegistry(({ byKey }) => byKey.get(route.key));
  const model = useMemo(() => {
    const own = toSkillModel(skill);
    return {
      ...own,
      summary: own.summary ?? row?.summary,
      sourceUrl: own.sourceUrl ?? row?.sourceUrl,
    };
  }, [skill, row?.summary, row?.sourceUrl]);
  return <SkillPage route={route} model={model} removed={removed} reads={reads} />;
}

function MissingSkill({ skillKey }: { readonly skillKey: string }) {
  const name = nameInKey(skillKey);
  return (
    <Sheet whole>
      <Empty
        whole
        title={
          <>
            There is no skill <Revealed text={skillKey} />.
          </>
        }
        actions={
          <>
            <LinkButton look="main" href={formatRoute({ view: 'search', query: name })}>
              <span>
                Search for “<Revealed text={name} />”
              </span>
            </LinkButton>
            <LinkButton href="#/browse">Show all skills</LinkButton>
          </>
        }
      >
        <p role="alert">
          It may have been moved or removed
          {offersView('problems') && (
            <>
              , or its skill.json cannot be read: see{' '}
              <a className="link" href="#/problems">
                Problems
              </a>
            </>
          )}
          .
        </p>
      </Empty>
    </Sheet>
  );
}
