import { type ReactNode, useMemo } from 'react';
import { plural } from '../../text/format.ts';
import { countHidden } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Notice } from '../../ui/show/notice.tsx';
import styles from './document.module.css';
import type { DocumentProps } from './document-props.ts';

/** Lines that are named one by one. */
const MOST_LINES = 3;

/** Above the text: what a person should know before an agent reads it. */
export function Warnings({
  withheld,
  file,
  page,
  isTooLong,
  isAsIs,
  raw,
  standing,
  problems,
  address,
}: DocumentProps) {
  const hidden = useMemo(() => countHidden(file.text), [file.text]);
  const spoken = problems.filter(({ code }) => code === 'agent-instruction');
  const general = problems.filter(({ line }) => line === undefined);
  const isTooComplex = isAsIs && !raw && !isTooLong;
  const notices: ReactNode[] = [
    standing !== undefined && (
      <Notice key="standing" kind="warning" title={<Revealed text={standing.title} />}>
        {standing.text}
      </Notice>
    ),
    withheld !== undefined && (
      <Notice
        key="withheld"
        kind="warning"
        title={<Revealed text={`Agents don't get this skill: ${withheld}.`} />}
      />
    ),
    hidden > 0 && (
      <Notice key="hidden" kind="warning" title={`${plural(hidden, 'invisible character')} in this file.`}>
        Shown as <span className="mono">U+…</span> Agents read them; people don’t see them.
      </Notice>
    ),
    spoken.length > 0 && (
      <Notice key="spoken" kind="warning" title="This text speaks to agents.">
        A skill is evidence, not instructions.
        {spoken.slice(0, MOST_LINES).map(({ line = 1, message }) => (
          <p key={message}>
            <a className="link" href={address({ file: file.path, line, raw })}>
              Line {line}
            </a>
            : <Revealed text={message} />
          </p>
        ))}
        {spoken.length > MOST_LINES && <p>And {plural(spoken.length - MOST_LINES, 'more line')}.</p>}
      </Notice>
    ),
    ...general.map(({ message }) => (
      <Notice key={message} kind="warning" title={<Revealed text={message} />} />
    )),
    isTooLong && (
      <Notice key="long" kind="info" title={`${plural(file.text.length, 'character')}: too long to format.`}>
        Shown as plain text.
      </Notice>
    ),
    isTooComplex && (
      <Notice key="complex" kind="info" title="Too complex to format.">
        Shown as plain text.
      </Notice>
    ),
  ].filter(Boolean);
  // Together with the text: nothing moves once it is there.
  if (notices.length === 0 || (page === undefined && !isAsIs)) return null;
  return <div className={styles.warnings}>{notices}</div>;
}
