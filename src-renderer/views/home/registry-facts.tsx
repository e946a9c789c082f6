import type { CSSProperties } from 'react';
import type { Status } from '../../../src-server/contract/api.ts';
import { Age } from '../../components/age.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { SeverityCount } from '../../components/facts.tsx';
import { desktop } from '../../desktop.ts';
import { browseBy } from '../../route/route.ts';
import { formatCount, formatMs, languageName } from '../../text/format.ts';
import { useRegistry } from '../../world/use-world.tsx';

const LAYOUT_WORDS: Readonly<Record<Status['registry']['layout'], string>> = {
  registry: '',
  flat: 'without a skills folder',
  skill: 'one skill',
  library: 'a repository’s .skills folder',
};

const WATCHING_WORDS: Readonly<Record<Status['registry']['watching'], string>> = {
  events: 'watched for changes',
  scan: 'looked through for changes now and then',
  off: 'not watched',
};

export function RegistryFacts({ status, alive }: { readonly status: Status; readonly alive: boolean }) {
  const { registry, index, diagnostics } = status;
  const layout = LAYOUT_WORDS[registry.layout];
  return (
    <FactList>
      <div>
        <dt>Registry</dt>
        <dd>
          <span className="mono path">{registry.path}</span>{' '}
          <span className="muted">
            {layout === '' ? '' : `${layout}, `}
            {WATCHING_WORDS[registry.watching]}
          </span>{' '}
          {desktop !== undefined && (
            <a className="link" href="#/registry">
              Change
            </a>
          )}
        </dd>
      </div>
      <div>
        <dt>Skills</dt>
        <dd>
          <LanguageMix count={status.counts.skills} />
        </dd>
      </div>
      <div>
        <dt>Problems</dt>
        <dd>
          <Problems counts={diagnostics} />
        </dd>
      </div>
      <div>
        <dt>Index</dt>
        <dd>
          <Age since={index.indexedAt} /> old, read in {formatMs(index.loadMs)}
          {index.findMs === undefined
            ? ', texts being indexed'
            : `, texts indexed in ${formatMs(index.findMs)}`}{' '}
          <span className="muted">· generation {formatCount(status.generation)}</span>
        </dd>
      </div>
      <div>
        <dt>For agents</dt>
        <dd>
          {alive ? (
            <>
              <span className="mono">{status.mcpUrl}</span>{' '}
              <CopyButton
                text={status.mcpUrl}
                said="Copied the MCP address"
                label="Copy the MCP address"
                look="bare"
                size="small"
                iconOnly
              />
            </>
          ) : (
            <span className="muted">no address until it serves</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Service</dt>
        <dd>
          {status.version}{' '}
          <span className="muted">
            {alive ? (
              <>
                · up <Age since={status.startedAt} /> · process {status.pid}
              </>
            ) : (
              '· not serving'
            )}
          </span>
        </dd>
      </div>
    </FactList>
  );
}

function Problems({ counts }: { readonly counts: Status['diagnostics'] }) {
  if (counts.error + counts.warning + counts.info === 0) return <span className="muted">none</span>;
  return (
    <a className="problem-counts" href="#/problems">
      {(['error', 'warning', 'info'] as const)
        .filter((severity) => counts[severity] > 0)
        .map((severity) => (
          <SeverityCount key={severity} severity={severity} count={counts[severity]} />
        ))}
    </a>
  );
}

/** How many skills, and of which languages; the bar has one cell for each. */
function LanguageMix({ count }: { readonly count: number }) {
  const skills = useRegistry((registry) => registry.skills);
  const counts = new Map<string, number>();
  for (const { language } of skills) counts.set(language, (counts.get(language) ?? 0) + 1);
  const languages = [...counts].sort((a, b) => b[1] - a[1]);
  return (
    <div className="mix">
      <a className="link plain" href="#/browse">
        <b>{formatCount(count)}</b>
      </a>
      <span className="mixbar" aria-hidden="true">
        {languages.map(([language, skillsOf]) => (
          <i key={language} style={{ '--size': skillsOf } as CSSProperties} />
        ))}
      </span>
      <span className="mixkey">
        {languages.map(([language, skillsOf]) => (
          <a key={language} href={browseBy('language', language)}>
            {languageName(language)} {formatCount(skillsOf)}
          </a>
        ))}
      </span>
    </div>
  );
}
