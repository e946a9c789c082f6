import type { CSSProperties } from 'react';
import type { LinesResponse, SourceLine } from '../../../src-server/contract/api/api.ts';
import { type Diagnostic, isAboutLine } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { linesPath } from '../../api/api-client.ts';
import { CodeBox, CodeLine } from '../../components/code-box.tsx';
import { locationOf } from '../../skill/diagnostic-advice.ts';
import { useResource, useStores } from '../../stores/use-stores.tsx';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './problems.module.css';
import { wrongPart } from './wrong-part.ts';

/** Without lines, shows the message. */
export function Excerpt({ place }: { readonly place: Diagnostic }) {
  const { api } = useStores();
  const { file } = place;
  const path = linesPath(place);
  const lines = useResource<LinesResponse>(file === undefined ? undefined : path, (signal) =>
    api.lines(place, signal),
  )?.value;
  const line = lines?.line ?? place.line;
  return (
    <div>
      <h4>
        <span className={`${styles.file} mono`} title={writtenOut(locationOf(place))}>
          <Revealed text={file ?? place.skillKey ?? 'The registry'} />
        </span>
        {line !== undefined && <span className="number">line {line}</span>}
      </h4>
      <div className={styles.excerpt} style={roomFor(place)}>
        {lines === undefined || lines.lines.length === 0 ? (
          <p className={styles.said}>
            <Revealed text={place.message} />
          </p>
        ) : (
          <Lines of={lines} place={place} />
        )}
      </div>
    </div>
  );
}

/** Buttons must not move when lines arrive. */
function roomFor(place: Diagnostic): CSSProperties | undefined {
  if (!isAboutLine(place)) return undefined;
  return { '--rows': Math.min(place.line ?? 3, 3) + 2 } as CSSProperties;
}

function Lines({ of, place }: { readonly of: LinesResponse; readonly place: Diagnostic }) {
  const note = place.expected === undefined ? place.message : `must be ${place.expected}`;
  return (
    <CodeBox label="The lines in question" className={styles.lines}>
      <code>
        {of.lines.map((line) =>
          line.number === of.line ? (
            <WrongLine key={line.number} line={line} column={of.column ?? 1} note={note} />
          ) : (
            <CodeLine key={line.number} number={line.number} lead={<LineLead of={line} />}>
              <Revealed text={line.text} />
              {line.cut && '…'}
            </CodeLine>
          ),
        )}
      </code>
    </CodeBox>
  );
}

function WrongLine({
  line,
  column,
  note,
}: {
  readonly line: SourceLine;
  readonly column: number;
  readonly note: string;
}) {
  const { text, from = 1, cut } = line;
  const [start, end] = wrongPart(text, column - from);
  const place = { '--at': start < end ? start : 0 } as CSSProperties;
  return (
    <CodeLine kind="wrong" number={line.number} lead={<LineLead of={line} />}>
      <Revealed text={text.slice(0, start)} />
      {start < end && (
        <span className={styles.wrong}>
          <Revealed text={text.slice(start, end)} />
        </span>
      )}
      <Revealed text={text.slice(end)} />
      {cut && '…'}
      {'\n'}
      <span className={styles.note} style={place}>
        <Revealed text={note} />
      </span>
    </CodeLine>
  );
}

function LineLead({ of: { number, from } }: { readonly of: SourceLine }) {
  return (
    <>
      <span className="hidden-text">Line {number}: </span>
      {from !== undefined && '…'}
    </>
  );
}
