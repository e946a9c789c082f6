import { FactList } from '../../components/fact-list.tsx';
import { Risk } from '../../components/facts.tsx';
import { formatRoute } from '../../route/route.ts';
import { toSkillModel } from '../../skill/skill-model.ts';
import { plural } from '../../text/format.ts';
import { useRegistry, useResource, useWorld } from '../../world/use-world.tsx';
import { readFirst } from './read-first.ts';

/** What one wants to know of a skill before opening it: its risk, its trust, and what to read first. */
export function SkillLines({ of }: { readonly of: string }) {
  const row = useRegistry(({ byKey }) => byKey.get(of));
  const { api } = useWorld();
  const { value } = useResource(`files to read first ${of}`, async (signal) => {
    const answer = await api.skill(of, signal);
    if (!answer.ok) return answer;
    const files = readFirst(toSkillModel(answer.value).files);
    const tokens = files.reduce((sum, file) => sum + (file.tokens ?? 0), 0);
    return { ...answer, value: { files: files.length, tokens } };
  });
  return (
    <FactList dense>
      <div>
        <dt>Risk</dt>
        <dd>
          <Risk level={row?.risk} />
        </dd>
      </div>
      <div>
        <dt>Trust</dt>
        <dd className="number">
          {row?.trust === undefined
            ? 'not given'
            : `${row.trust}, ${row.trustSources === undefined ? 'declared' : 'with its sources'}`}
        </dd>
      </div>
      <div>
        <dt>Read first</dt>
        <dd className="number">
          <a className="link" href={formatRoute({ view: 'skill', key: of })}>
            {value === undefined
              ? 'the skill from its beginning'
              : `${plural(value.files, 'file')}, ${plural(value.tokens, 'token')}`}
          </a>
        </dd>
      </div>
    </FactList>
  );
}
