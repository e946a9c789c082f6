import type { Severity } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { SeverityMark } from '../../components/facts.tsx';
import { Revealed } from '../../text/revealed.tsx';
import styles from './import.module.css';
import type { FindingGroup } from './import-findings.ts';

export function FindingList({
  title,
  severity,
  groups,
}: {
  readonly title: string;
  readonly severity: Severity;
  readonly groups: readonly FindingGroup[];
}) {
  if (groups.length === 0) return null;
  return (
    <section className={styles.findings}>
      <h3>{title}</h3>
      <ul>
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one check never move
          <li key={index} className={styles.finding}>
            <SeverityMark severity={severity} />
            <div>
              {group.findings.map(({ message, location }) => (
                <p key={`${location} ${message}`} className={styles.findingMessage}>
                  <Revealed text={message} />
                  {location !== '' && (
                    <span className="mono">
                      <Revealed text={location} />
                    </span>
                  )}
                </p>
              ))}
              {group.why !== undefined && <p className="soft">{group.why}</p>}
              {group.fix !== undefined && (
                <p>
                  <b>To fix:</b> <Revealed text={group.fix} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
