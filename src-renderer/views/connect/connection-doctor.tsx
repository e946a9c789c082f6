import { Stethoscope } from 'lucide-react';
import { useState } from 'react';
import type { DesktopBridge } from '../../../src-main/ipc/contract.ts';
import type { DoctorFinding } from '../../../src-server/contract/connect.ts';
import { Button } from '../../components/button.tsx';
import { SeverityLabel } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { Notice } from '../../components/states.tsx';
import { refusalSentence } from '../../desktop.ts';

const WORDS = { info: 'Note', warning: 'Warning', error: 'Error' } as const;

/** Looks for what keeps clients from the service, and says what to do. */
export function ConnectionDoctor({ bridge }: { readonly bridge: DesktopBridge }) {
  const [findings, setFindings] = useState<readonly DoctorFinding[]>();
  const [failed, setFailed] = useState<string>();
  const examine = () => {
    setFailed(undefined);
    bridge.examineConnection().then(setFindings, (error: unknown) => setFailed(refusalSentence(error)));
  };
  return (
    <section className="doctor" aria-labelledby="doctor-title">
      <h2 id="doctor-title" className="cap">
        A client does not connect?
      </h2>
      <p className="soft">Looks at the port, proxies, remote machines, and every client’s settings.</p>
      <Button onClick={examine}>
        <Icon of={Stethoscope} />
        {findings === undefined ? 'Look for the reason' : 'Look again'}
      </Button>
      {failed !== undefined && <Notice tone="bad" title={failed} />}
      <div role="status">
        {findings !== undefined && (
          <ul className="findings">
            {findings.map(({ severity, title, fix }) => (
              <li key={title}>
                {severity === 'ok' ? (
                  <span>
                    <Mark name="done" tone="good" />
                    <span className="hidden-text">Fine</span>
                  </span>
                ) : (
                  <SeverityLabel severity={severity}>
                    <span className="hidden-text">{WORDS[severity]}</span>
                  </SeverityLabel>
                )}
                <div>
                  <p>{title}</p>
                  {fix !== undefined && <p className="soft">{fix}</p>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
