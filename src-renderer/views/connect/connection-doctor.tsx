import { Stethoscope } from 'lucide-react';
import { useState } from 'react';
import type { DesktopBridge } from '../../../src-main/ipc/contract.ts';
import type { DoctorFinding } from '../../../src-server/contract/connect.ts';
import { Icon } from '../../components/icon.tsx';
import { Mark, type MarkName } from '../../components/mark.tsx';
import { Notice } from '../../components/states.tsx';
import { refusalSentence } from '../../desktop.ts';

const MARKS: Readonly<Record<DoctorFinding['severity'], MarkName>> = {
  ok: 'done',
  info: 'severity-info',
  warning: 'severity-warning',
  error: 'severity-error',
};
const WORDS = { ok: 'Fine', info: 'Note', warning: 'Warning', error: 'Error' } as const;

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
      <button type="button" className="button" onClick={examine}>
        <Icon of={Stethoscope} />
        {findings === undefined ? 'Look for the reason' : 'Look again'}
      </button>
      {failed !== undefined && <Notice tone="bad" title={failed} />}
      <div role="status">
        {findings !== undefined && (
          <ul className="findings">
            {findings.map(({ severity, title, fix }) => (
              <li key={title}>
                <span className={severity === 'ok' ? 'mark good' : `severity ${severity}`}>
                  <Mark name={MARKS[severity]} {...(severity === 'ok' ? { tone: 'good' } : {})} />
                  <span className="hidden-text">{WORDS[severity]}</span>
                </span>
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
