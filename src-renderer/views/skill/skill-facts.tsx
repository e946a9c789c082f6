import { skillPath } from '../../api/api-client.ts';
import { CopyButton } from '../../components/copy.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { SeverityMark } from '../../components/facts.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { formatRoute } from '../../route/route.ts';
import type { SkillModel } from '../../skill/skill-model.ts';
import { formatDay, languageName } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useRegistry, useService } from '../../world/use-world.tsx';

/** Beside the text: ways to name this skill elsewhere, what is wrong with it, and what else it declares. */
export function SkillFacts({ skillKey, model }: { readonly skillKey: string; readonly model: SkillModel }) {
  return (
    <>
      <CopyAs skillKey={skillKey} />
      <SkillProblems skillKey={skillKey} />
      <Facts model={model} />
      <Extensions model={model} />
    </>
  );
}

function CopyAs({ skillKey }: { readonly skillKey: string }) {
  const address = useService((service) => service.address);
  const url = `${address ?? ''}${skillPath(skillKey)}`;
  const call = JSON.stringify({
    method: 'tools/call',
    params: { name: 'get_skill', arguments: { path: skillKey } },
  });
  return (
    <section className="also" aria-labelledby="copy-as">
      <h2 id="copy-as" className="cap">
        Copy as
      </h2>
      <div className="actions">
        <CopyButton text={skillKey} said={`Copied ${skillKey}`}>
          Key
        </CopyButton>
        <CopyButton text={url} said="Copied the URL">
          URL
        </CopyButton>
        <CopyButton text={`curl '${url.replaceAll("'", '%27')}'`} said="Copied the curl command">
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
    <section className="also" aria-labelledby="skill-problems">
      <h2 id="skill-problems" className="cap">
        Problems of this skill
      </h2>
      <ul className="problem-list">
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
  const { dependencies, completeness, computed } = model;
  const rows = useRegistry(({ byKey }) => byKey);
  const now = new Date();
  const complete = completeness === undefined ? undefined : `${completeness} %`;
  const facts: ReadonlyArray<readonly [string, React.ReactNode]> = [
    ...model.compatibility.map(
      ([name, values]) => [compatibilityWord(name), <Texts key={name} values={values} />] as const,
    ),
    ...(dependencies.required.length > 0
      ? [['Needs', <Texts key="needs" values={dependencies.required} />] as const]
      : []),
    ...(dependencies.optional.length > 0
      ? [['Goes with', <Texts key="optional" values={dependencies.optional} />] as const]
      : []),
    ...(dependencies.skills.length > 0
      ? [
          [
            'Skills',
            dependencies.skills.map((key) => (
              <span key={key} className="dependency">
                {rows.has(key) ? (
                  <a className="link mono" href={formatRoute({ view: 'skill', key })}>
                    {key}
                  </a>
                ) : (
                  <span className="mono muted">{key}, not in this registry</span>
                )}
              </span>
            )),
          ] as const,
        ]
      : []),
    ...(complete !== undefined || computed.completeness !== undefined
      ? [
          [
            'Complete',
            computed.completeness === undefined || computed.completeness === completeness
              ? (complete ?? `${computed.completeness} %`)
              : complete === undefined
                ? `${computed.completeness} % by its files`
                : `${complete} declared, ${computed.completeness} % by its files`,
          ] as const,
        ]
      : []),
    ...(model.skillVersion !== undefined ? [['Skill version', model.skillVersion] as const] : []),
    ...(model.updatedAt !== undefined ? [['Updated', formatDay(model.updatedAt, now)] as const] : []),
    ...(model.sourceUrl !== undefined
      ? [
          [
            'Source',
            <WebLink key="source" url={model.sourceUrl}>
              <Revealed text={model.sourceUrl.replace(/^https?:\/\//, '')} />
            </WebLink>,
          ] as const,
        ]
      : model.repo !== undefined
        ? [['Source', <Revealed key="repo" text={model.repo} />] as const]
        : []),
  ];
  if (facts.length === 0) return null;
  return (
    <section className="also" aria-labelledby="skill-facts">
      <h2 id="skill-facts" className="cap">
        Facts
      </h2>
      <FactList dense>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>
              <Revealed text={name} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </FactList>
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

/** Ecosystem metadata is anything; what isn't a short value is shown as JSON. */
function Extensions({ model }: { readonly model: SkillModel }) {
  if (model.extensions.length === 0) return null;
  return (
    <section className="also" aria-labelledby="skill-extensions">
      <h2 id="skill-extensions" className="cap">
        Extensions
      </h2>
      <FactList dense>
        {model.extensions.map(([namespace, value]) => (
          <div key={namespace}>
            <dt>
              <Revealed text={namespace} />
            </dt>
            <dd className="mono extension">
              <Revealed text={typeof value === 'string' ? value : JSON.stringify(value, null, 1)} />
            </dd>
          </div>
        ))}
      </FactList>
    </section>
  );
}
