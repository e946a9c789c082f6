import { useMemo, useRef } from 'react';
import type { FullSkill } from '../../../src-server/contract/api.ts';
import type { ApiFailure } from '../../api/api-client.ts';
import { Empty, Failure, SkeletonRows } from '../../components/states.tsx';
import { formatRoute } from '../../route/route.ts';
import { useService } from '../../service/service-context.tsx';
import { type Loaded, useAnswer } from '../../service/use-answer.ts';
import { useRows } from '../../service/use-rows.ts';
import { toSkillModel } from '../../skill/skill-model.ts';
import { Revealed } from '../../text/revealed.tsx';
import { SkillPage, type SkillRoute } from './skill-page.tsx';

/** One skill: what it is, its files in reading order, the open one, and handing it to an agent. */
export default function SkillView({ route }: { readonly route: SkillRoute }) {
  const { api, snapshot, refresh } = useService();
  const answer = useAnswer(route.key, snapshot, (signal) => api.skill(route.key, signal));
  const { skill, removed } = useLastSkill(answer);
  const row = useRows().get(route.key);
  const model = useMemo(() => {
    if (skill === undefined) return undefined;
    const own = toSkillModel(skill);
    return {
      ...own,
      summary: own.summary ?? row?.summary,
      sourceUrl: own.sourceUrl ?? row?.sourceUrl,
    };
  }, [skill, row?.summary, row?.sourceUrl]);
  if (model !== undefined) return <SkillPage route={route} model={model} removed={removed} />;
  if (answer.state === 'failed')
    return <MissingSkill skillKey={route.key} failure={answer.failure} onRetry={refresh} />;
  return (
    <div className="sheet full">
      <SkeletonRows rows={12} />
    </div>
  );
}

/** What was read stays, also when the skill is taken away meanwhile. */
function useLastSkill(answer: Loaded<FullSkill>): { skill: FullSkill | undefined; removed: boolean } {
  const last = useRef<FullSkill>(undefined);
  if (answer.state === 'ready') last.current = answer.value;
  return {
    skill: last.current,
    removed: answer.state === 'failed' && answer.failure.kind === 'refused' && answer.failure.status === 404,
  };
}

function MissingSkill({
  skillKey,
  failure,
  onRetry,
}: {
  readonly skillKey: string;
  readonly failure: ApiFailure;
  readonly onRetry: () => void;
}) {
  if (failure.kind !== 'refused' || failure.status !== 404)
    return (
      <div className="sheet full">
        <Failure whole failure={failure} onRetry={onRetry} />
      </div>
    );
  const name = skillKey.split('/').at(-1) ?? skillKey;
  return (
    <div className="sheet full">
      <Empty
        whole
        title={
          <>
            There is no skill <Revealed text={skillKey} />.
          </>
        }
        actions={
          <>
            <a className="button main" href={formatRoute({ view: 'search', mode: 'names', query: name })}>
              <span>
                Search for “<Revealed text={name} />”
              </span>
            </a>
            <a className="button" href="#/browse">
              Show all skills
            </a>
          </>
        }
      >
        <p role="alert">It may have been moved or removed, or its skill.json cannot be read: see Problems.</p>
      </Empty>
    </div>
  );
}
