import { ChevronDown, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { SeverityMark } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { useToast } from '../../components/toast.tsx';
import { desktop, refusalSentence } from '../../desktop.ts';
import { formatRoute } from '../../route/route.ts';
import { fixOf, kindOf } from '../../skill/diagnostic-advice.ts';
import { Revealed } from '../../text/revealed.tsx';
import { locationOf, shortLocationOf } from './problem-filters.ts';

/** One problem: what is so and where; opened, why it matters and what to do. */
export function Problem({
  problem,
  withSkill,
}: {
  readonly problem: Diagnostic;
  readonly withSkill: boolean;
}) {
  const location = locationOf(problem);
  // Drawn when it is opened: most never are.
  const [open, setOpen] = useState(false);
  return (
    <li className="prob">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <SeverityMark severity={problem.severity} />
          <span className="message">
            {withSkill && problem.skillKey !== undefined && <span className="key">{problem.skillKey} </span>}
            <Revealed text={problem.message} />
          </span>
          <code className="code-name">{problem.code}</code>
          <span className="where mono" title={location}>
            <bdi>{shortLocationOf(problem)}</bdi>
          </span>
          <Icon of={ChevronDown} />
        </summary>
        {open && (
          <div className="problem-body">
            <p className="soft">{kindOf(problem.code)?.why}</p>
            <p className="problem-fix">
              <b>To fix:</b> <Revealed text={fixOf(problem)} />
            </p>
            {location !== '' && (
              <p className="mono path">
                <Revealed text={location} />
              </p>
            )}
            <div className="actions">
              {problem.file !== undefined && <RevealButton file={problem.file} />}
              {location !== '' && (
                <CopyButton text={location} said="Copied the location" look="bare">
                  Copy location
                </CopyButton>
              )}
              {problem.skillKey !== undefined && (
                <LinkButton look="bare" href={formatRoute({ view: 'skill', key: problem.skillKey })}>
                  Open the skill
                </LinkButton>
              )}
            </div>
          </div>
        )}
      </details>
    </li>
  );
}

/** Only the desktop app can show a file in the file manager. */
function RevealButton({ file }: { readonly file: string }) {
  const toast = useToast();
  if (desktop === undefined) return null;
  const bridge = desktop;
  return (
    <Button
      onClick={() =>
        void bridge.revealPath({ path: file }).catch((error: unknown) => toast(refusalSentence(error)))
      }
    >
      <Icon of={FolderOpen} />
      Reveal file
    </Button>
  );
}
