import { useMemo } from 'react';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Risk } from '../../components/facts.tsx';
import { formatRoute } from '../../route/route.ts';
import { readFirst } from '../../skill/read-first.ts';
import { orderFiles } from '../../skill/skill-model.ts';
import { TRUST_WORDS } from '../../skill/trust-words.ts';
import { useSkill } from '../../skill/use-skill.ts';
import { useRegistry } from '../../stores/use-stores.tsx';
import { plural } from '../../text/format.ts';

export function SkillLines({ of }: { readonly of: string }) {
  const row = useRegistry(({ byKey }) => byKey.get(of));
  const skill = useSkill(of).value;
  const first = useMemo(() => skill && readFirst(orderFiles(skill).files), [skill]);
  return (
    <FactList dense>
      <Fact name="Risk">
        <Risk level={row?.risk} />
      </Fact>
      <Fact name="Trust" className="number">
        {row?.trust === undefined ? 'not given' : `${row.trust.score}, ${TRUST_WORDS[row.trust.makeup.kind]}`}
      </Fact>
      <Fact name="Read first" className="number">
        <a className="link" href={formatRoute({ view: 'skill', key: of })}>
          {first === undefined
            ? 'the skill from its beginning'
            : `${plural(first.files.length, 'file')}, ${plural(first.tokens, 'token')}`}
        </a>
      </Fact>
    </FactList>
  );
}
