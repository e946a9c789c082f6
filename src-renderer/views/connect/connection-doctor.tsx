import { Stethoscope } from 'lucide-react';
import type { DoctorFinding } from '../../../src-server/contract/clients/connect.ts';
import { MCP_CLIENTS } from '../../../src-server/contract/clients/mcp-clients.ts';
import { Age } from '../../components/age.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark, type MarkName, type Tone } from '../../components/mark.tsx';
import { AsideSection, ViewAside } from '../../components/view-aside.tsx';
import type { Connections } from '../../connect/use-connections.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './connect.module.css';

const LOOKS: Readonly<
  Record<DoctorFinding['severity'], readonly [mark: MarkName, tone: Tone, word: string]>
> = {
  ok: ['state-on', 'good', 'Fine'],
  info: ['severity-info', 'still', 'Note'],
  warning: ['severity-warning', 'care', 'Warning'],
  error: ['severity-error', 'bad', 'Error'],
};
const ORDER: ReadonlyArray<DoctorFinding['severity']> = ['error', 'warning', 'info', 'ok'];
export function ConnectionDoctor({
  connections: { findings, isLooking, checkedAt, reload },
}: {
  readonly connections: Connections;
}) {
  const sorted = findings.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  return (
    <ViewAside label="Can they reach it?">
      <AsideSection
        title="Can they reach it?"
        end={
          checkedAt !== undefined && (
            <span className="muted number">
              checked <Age since={checkedAt} /> ago
            </span>
          )
        }
      >
        <div role="status">
          {isLooking && checkedAt === undefined && <p>Checking whether programs can reach the service…</p>}
          <ul className={styles.findings}>
            {sorted.map(({ severity, title, fix, line, client, reconnect }) => {
              const [mark, tone, word] = LOOKS[severity];
              return (
                <li key={title}>
                  <Mark name={mark} tone={tone} />
                  <div>
                    <p>
                      <span className="hidden-text">{word}: </span>
                      <Revealed text={title} />
                    </p>
                    {fix !== undefined && (
                      <p className="soft">
                        <Revealed text={fix} />
                      </p>
                    )}
                    {client !== undefined && reconnect ? (
                      <LinkButton size="small" href={`#/connect?client=${client}`}>
                        Show the change
                        <span className="hidden-text"> of {MCP_CLIENTS[client].name}</span>
                      </LinkButton>
                    ) : (
                      line !== undefined && <CommandLine line={line} />
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        </div>
        <Button className={styles.again} onClick={reload}>
          <Icon of={Stethoscope} />
          Check again
        </Button>
      </AsideSection>
    </ViewAside>
  );
}
