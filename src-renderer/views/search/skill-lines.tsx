import { useMemo } from 'react';
import { FactList } from '../../components/fact-list.tsx';
import { Risk } from '../../components/facts.tsx';
import { formatRoute } from '../../route/route.ts';
import { readFirst } from '../../skill/read-first.ts';
import { orderFiles } from '../../skill/skill-model.ts';
import { TRUST_WORDS } from '../../skill/trust-sources.ts';
import { useSkill } from '../../skill/use-skill.ts';
import { plural } from '../../text/format.ts';
import { useRegistry } from '../../world/use-world.tsx';

export function SkillLines({ of }: { readonly of: string }) {
  const row = useRegistry(({ byKey }) => byKey.get(of));
  const skill = useSkill(of).value;
  const first = useMemo(() => skill && readFirst(orderFiles(skill).files), [skill]);
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
          {row?.trust === undefined ? TRUST_WORDS.none : `${row.trust}, ${TRUST_WORDS[row.trustKind]}`}
        </dd>
      </div>
      <div>
        <dt>Read first</dt>
        <dd className="number">
          <a className="link" href={formatRoute({ view: 'skill', key: of })}>
            {first === undefined
              ? 'the skill from its beginning'
              : `${plural(first.files.length, 'file')}, ${plural(first.tokens, 'token')}`}
          </a>
        </dd>
      </div>
    </FactList>
  );
}
