import { CommandLine } from '../../components/command-line.tsx';
import { AsideSection } from '../../components/view-aside.tsx';
import { LeadHead } from '../../connect/lead-head.tsx';
import { useProof } from '../../connect/use-proof.ts';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { addLine, type Site } from '../../site/site.ts';
import { useRegistry } from '../../stores/use-stores.tsx';
import { formatDay, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { ExampleSkill } from './example-skill.tsx';
import styles from './home.module.css';
import { Mix } from './mix.tsx';
import { Pairs } from './pairs.tsx';

/** Home of an exported site. */
export default function SiteHome({ site }: { readonly site: Site }) {
  const proof = useProof();
  return (
    <div className={styles.home}>
      <section className={styles.lead} aria-labelledby="site-title">
        <LeadHead
          title={<Revealed text={site.name} />}
          titleId="site-title"
          sub="texts that agents read before they write code"
        />
        <AddToAgent site={site} />
        <Contents />
      </section>
      <aside className={styles.side} aria-label="About this site">
        <AsideSection title="What an agent gets" end={<span className="muted">an example</span>}>
          <ExampleSkill proof={proof} />
        </AsideSection>
        <WhatWorks />
      </aside>
    </div>
  );
}

function AddToAgent({ site }: { readonly site: Site }) {
  return (
    <section className={`edged ${styles.prove}`} data-next aria-labelledby="add-title">
      <header>
        <h2 id="add-title">Get it to your agent</h2>
        <span className="muted">with Skills Registry on your computer</span>
      </header>
      <p className={styles.way}>
        <CommandLine line={addLine(site)} />
      </p>
      <p className="soft">
        The command shows what it found, asks first, and prints the command that connects an agent. The agent
        then reads this registry over MCP, and each later version is a proposal that you read before you take
        it.
      </p>
    </section>
  );
}

function Contents() {
  const skills = useRegistry(({ loaded }) => loaded.skills);
  const updatedAt = useRegistry((registry) => registry.updatedAt);
  return (
    <ViewFrame of={skills} rows={3}>
      {(rows) => (
        <dl className={styles.lines}>
          <div>
            <dt>Skills</dt>
            <dd>
              <a className="link plain" href="#/browse">
                <b>{plural(rows.length, 'skill')}</b>
              </a>
              <Mix />
            </dd>
          </div>
          {updatedAt !== undefined && (
            <div>
              <dt>Last changed</dt>
              <dd>
                <time dateTime={updatedAt}>{formatDay(updatedAt, new Date())}</time>
                <span className="muted">this page is a copy: the next export brings later changes</span>
              </dd>
            </div>
          )}
        </dl>
      )}
    </ViewFrame>
  );
}

function WhatWorks() {
  return (
    <AsideSection title="What this page does">
      <Pairs
        pairs={[
          ['Browse and read', 'all skills, without an account'],
          ['Not here', 'search in texts, MCP and projects: they need Skills Registry on your computer'],
        ]}
      />
    </AsideSection>
  );
}
