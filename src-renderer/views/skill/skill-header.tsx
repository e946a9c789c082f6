import { BadgeCheck, UserCheck } from 'lucide-react';
import { CopyButton } from '../../components/copy.tsx';
import { Risk } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { Pill } from '../../components/pill.tsx';
import { TrustBar } from '../../components/trust-bar.tsx';
import { browseBy } from '../../route/route.ts';
import type { SkillModel } from '../../skill/skill-model.ts';
import { TRUST_PARTS } from '../../skill/trust-sources.ts';
import { languageName, plural, tierName } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { countEntries } from './count-entries.ts';
import { unwrapWholeFence } from './unwrap-fence.ts';

const TAGS_SHOWN = 12;

export function SkillHeader({ skillKey, model }: { readonly skillKey: string; readonly model: SkillModel }) {
  return (
    <header className="skill-head">
      <div className="id">
        <p className="crumb">
          <a className="link" href="#/browse">
            Skills
          </a>
          <span aria-hidden="true">›</span>
          <span className="mono">
            <Revealed text={skillKey} />
          </span>
          <CopyButton
            text={skillKey}
            said={`Copied ${skillKey}`}
            label="Copy the key"
            look="bare"
            size="small"
            iconOnly
          />
        </p>
        <h1>
          <Revealed text={model.name} />
          {model.version !== undefined && (
            <span className="version">
              <Revealed text={model.version} />
            </span>
          )}
        </h1>
        <p className={model.summary === undefined ? 'what muted' : 'what'}>
          {model.summary === undefined ? 'No summary' : <Revealed text={model.summary} />}
        </p>
        <Pills model={model} />
      </div>
      <dl className="gauges">
        <div className="gauge-risk">
          <dt>Risk</dt>
          <dd>
            <Risk level={model.risk} />
            <EntryCounts model={model} />
          </dd>
        </div>
        <Trust model={model} />
      </dl>
    </header>
  );
}

function Pills({ model }: { readonly model: SkillModel }) {
  const { tier, group, type, language, tags } = model;
  return (
    <p className="tags">
      {model.verified && (
        <Pill>
          <Icon of={BadgeCheck} />
          Verified
        </Pill>
      )}
      {model.official && (
        <Pill>
          <Icon of={UserCheck} />
          By its maintainers
        </Pill>
      )}
      {[
        languageName(language),
        tier === undefined ? undefined : tierName(tier),
        group === 'main' ? undefined : group,
        type,
      ]
        .filter((word) => word !== undefined)
        .map((word) => (
          <Pill key={word}>
            <Revealed text={word} />
          </Pill>
        ))}
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <Pill key={tag} href={browseBy('tag', tag)}>
          <Revealed text={tag} />
        </Pill>
      ))}
      {tags.length > TAGS_SHOWN && <span className="muted">and {tags.length - TAGS_SHOWN} more</span>}
    </p>
  );
}

function EntryCounts({ model }: { readonly model: SkillModel }) {
  const count = (path: string) => {
    const file = model.files.find((other) => other.path === path);
    return file === undefined ? 0 : countEntries(unwrapWholeFence(file.text));
  };
  const [lines, pitfalls] = [count('safety.md'), count('pitfalls.md')];
  const words = [
    ...(lines > 0 ? [plural(lines, 'red line')] : []),
    ...(pitfalls > 0 ? [plural(pitfalls, 'pitfall')] : []),
  ];
  return words.length === 0 ? null : <p className="sub number muted">{words.join(', ')}</p>;
}

/** The number, and what it is made of; where a computed one differs, both. */
function Trust({ model }: { readonly model: SkillModel }) {
  const { trust, trustSources: sources, computed } = model;
  const differs = computed.trust !== undefined && computed.trust !== trust;
  return (
    <div className="gauge-trust">
      <dt>Trust</dt>
      <dd className="gauge-number number">{trust ?? '–'}</dd>
      <dd className="trust-figure">
        <TrustBar score={trust} sources={sources} />
        {sources === undefined ? (
          <p className="muted tiny">
            {trust === undefined ? 'No score is given.' : 'Declared, without a breakdown that adds up to it.'}
          </p>
        ) : (
          <ol>
            {TRUST_PARTS.map(({ name, most, word, long }) => (
              <li key={name} title={`${long}: ${sources[name] ?? 0} of ${most}`}>
                <b>
                  {sources[name] ?? 0}
                  {(sources[name] ?? 0) < most && <span className="muted">/{most}</span>}
                </b>
                {word}
              </li>
            ))}
          </ol>
        )}
        {differs && <p className="muted tiny">From its sources it would be {computed.trust}.</p>}
      </dd>
    </div>
  );
}
