import type { ReactNode } from 'react';
import { skillPath } from '../../api/api-client.ts';
import { CopyButton } from '../../components/copy.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { SeverityMark } from '../../components/facts.tsx';
import { Pill } from '../../components/pill.tsx';
import { Term } from '../../components/term.tsx';
import { browseBy, formatRoute } from '../../route/route.ts';
import type { SkillModel } from '../../skill/skill-model.ts';
import { tierMeaning } from '../../skill/tier-words.ts';
import { useRegistry, useService } from '../../stores/use-stores.tsx';
import { curlLine, ownShell } from '../../text/command-lines.ts';
import { formatDay, languageName, tierName } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './skill-facts.module.css';
import { OutsideLink } from './text-link.tsx';

export function SkillFacts({ skillKey, model }: { readonly skillKey: string; readonly model: SkillModel }) {
  return (
    <>
      <CopyAs skillKey={skillKey} />
      <SkillProblems skillKey={skillKey} />
      <Facts model={model} />
      <Tags tags={model.tags} />
      <Extensions model={model} />
    </>
  );
}

function CopyAs({ skillKey }: { readonly skillKey: string }) {
  const address = useService((service) => service.address) ?? '';
  const path = skillPath(skillKey);
  const call = JSON.stringify({
    method: 'tools/call',
    params: { name: 'get_skill', arguments: { path: skillKey } },
  });
  return (
    <section className={styles.part} aria-labelledby="copy-as">
      <h2 id="copy-as" className="cap">
        Copy as
      </h2>
      <div className="actions">
        <CopyButton text={skillKey} said="Copied the key">
          Key
        </CopyButton>
        <CopyButton text={`${address}${path}`} said="Copied the URL">
          URL
        </CopyButton>
        <CopyButton text={curlLine(address, path, ownShell(navigator))} said="Copied the curl command">
          curl
        </CopyButton>
        <CopyButton text={call} said="Copied the MCP call">
          MCP call
        </CopyButton>
      </div>
    </section>
  );
}

function SkillProblems({ skillKey }: { readonly skillKey: string }) {
  const own = useRegistry(({ problemsByKey }) => problemsByKey.get(skillKey));
  if (own === undefined) return null;
  const all = formatRoute({ view: 'problems', filters: new URLSearchParams({ skill: skillKey }) });
  return (
    <section className={styles.part} aria-labelledby="skill-problems">
      <h2 id="skill-problems" className="cap">
        Problems of this skill
      </h2>
      <ul className={styles.problems}>
        {own.slice(0, 6).map((problem) => (
          <li key={`${problem.code}${problem.file}${problem.line}${problem.pointer}${problem.message}`}>
            <SeverityMark severity={problem.severity} />
            <span>
              <Revealed text={problem.message} />
            </span>
          </li>
        ))}
      </ul>
      <a className="link" href={all}>
        {own.length > 6 ? `All ${own.length}, with what to do` : 'What to do about it'}
      </a>
    </section>
  );
}

function Facts({ model }: { readonly model: SkillModel }) {
  const facts = factsOf(model);
  return (
    <section className={styles.part} aria-labelledby="skill-facts">
      <h2 id="skill-facts" className="cap">
        Facts
      </h2>
      <FactList dense>
        {facts.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a skill may call what it is compatible with like a fact
          <Fact key={at} name={<Revealed text={name} />}>
            {value}
          </Fact>
        ))}
      </FactList>
    </section>
  );
}

type FactRow = readonly [name: string, value: ReactNode];

function factsOf(model: SkillModel): readonly FactRow[] {
  const { dependencies, tier, group, type, skillVersion, updatedAt } = model;
  const kind = [type, languageName(model.language), group === 'main' ? undefined : group].filter(
    (word) => word !== undefined,
  );
  return [
    ['Kind', <Texts key="kind" values={kind} />],
    ...optional('Tier', tier, (name) => <Tier tier={name} />),
    ...model.compatibility.map(
      ([name, values]): FactRow => [compatibilityWord(name), <Texts key={name} values={values} />],
    ),
    ...some('Needs', dependencies.required),
    ...some('Goes with', dependencies.optional),
    ...(dependencies.skills.length > 0
      ? [['Skills', <Dependencies key="skills" keys={dependencies.skills} />] as const]
      : []),
    ...optional('Complete', completenessWords(model), (words) => words),
    ...optional('Skill version', skillVersion, (version) => <Revealed text={version} />),
    ...optional('Updated', updatedAt, (time) => <Revealed text={formatDay(time, new Date())} />),
    ...(model.sourceUrl !== undefined
      ? [['Source', <OutsideLink key="source" address={model.sourceUrl} />] as const]
      : optional('Source', model.repo, (repo) => <Revealed text={repo} />)),
  ];
}

function optional(
  name: string,
  value: string | undefined,
  show: (value: string) => ReactNode,
): readonly FactRow[] {
  return value === undefined ? [] : [[name, show(value)]];
}

function some(name: string, values: readonly string[]): readonly FactRow[] {
  return values.length === 0 ? [] : [[name, <Texts key={name} values={values} />]];
}

function Tier({ tier }: { readonly tier: string }) {
  const meaning = tierMeaning(tier);
  return meaning === undefined ? <Revealed text={tier} /> : <Term meaning={meaning}>{tierName(tier)}</Term>;
}

function completenessWords({ completeness, computed }: SkillModel): string | undefined {
  const found = computed.completeness;
  if (completeness === undefined) return found === undefined ? undefined : `${found} % by its files`;
  return found === undefined || found === completeness
    ? `${completeness} %`
    : `${completeness} % declared, ${found} % by its files`;
}

function Dependencies({ keys }: { readonly keys: readonly string[] }) {
  const rows = useRegistry(({ byKey }) => byKey);
  return keys.map((key) => (
    <span key={key} className={styles.dependency}>
      {rows.has(key) ? (
        <a className="link mono" href={formatRoute({ view: 'skill', key })}>
          <Revealed text={key} />
        </a>
      ) : (
        <span className="mono muted">
          <Revealed text={key} />, not in this registry
        </span>
      )}
    </span>
  ));
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="skill-tags">
      <h2 id="skill-tags" className="cap">
        Tags
      </h2>
      <p className={styles.tags}>
        {tags.map((tag) => (
          <Pill key={tag} href={browseBy('tag', tag)}>
            <Revealed text={tag} />
          </Pill>
        ))}
      </p>
    </section>
  );
}

function compatibilityWord(name: string): string {
  if (name === 'platforms') return 'Platforms';
  if (name === 'compilers') return 'Compilers';
  return name === 'c++' ? 'C++' : languageName(name);
}

function Texts({ values }: { readonly values: readonly string[] }) {
  return <Revealed text={values.join(', ')} />;
}

/** Strings as text, other values as JSON. */
function Extensions({ model }: { readonly model: SkillModel }) {
  if (model.extensions.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="skill-extensions">
      <h2 id="skill-extensions" className="cap">
        Extensions
      </h2>
      <FactList dense>
        {model.extensions.map(([namespace, value]) => (
          <Fact key={namespace} name={<Revealed text={namespace} />} className={`mono ${styles.extension}`}>
            <Revealed text={typeof value === 'string' ? value : JSON.stringify(value, null, 1)} />
          </Fact>
        ))}
      </FactList>
    </section>
  );
}
