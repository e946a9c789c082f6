import type { AgentRead } from '../../../src-server/contract/api.ts';
import { useSettings } from '../../data/use-app.ts';
import { useActivity } from '../../data/use-registry.ts';
import { Columns, Section } from '../../layout/layout.tsx';
import { href } from '../../router/route.ts';
import { agoWords } from '../../text/ago.ts';
import { Revealed } from '../../text/revealed.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import styles from './agents.module.css';
import { clientName } from './client-name.ts';

const MOST_GAPS = 10;
const MOST_READS = 10;

/** What agents asked and read since the service started; the service alone knows it. */
export function Questions({ now }: { readonly now: number }) {
  const { data } = useActivity();
  const isHidden = useSettings().data?.settings.recordActivity === false;
  if (data === undefined || isHidden || data.gaps.length + data.reads.length === 0) return null;
  return (
    <Columns>
      <Section title="Asked, but not found">
        <ul className={styles.log}>
          {data.gaps.slice(0, MOST_GAPS).map(({ question, count }) => (
            <li key={question}>
              <TextLink to={href({ view: 'skills', q: question })}>
                <Revealed text={question} />
              </TextLink>
              <span>{timesWords(count)}</span>
            </li>
          ))}
          {data.gaps.length === 0 && <li>Nothing so far.</li>}
        </ul>
      </Section>
      <Section title="Last reads">
        <ul className={styles.log}>
          {data.reads.slice(0, MOST_READS).map((read) => (
            <ReadRow key={`${read.at} ${read.client} ${read.skillKey}`} read={read} now={now} />
          ))}
          {data.reads.length === 0 && <li>Nothing so far.</li>}
        </ul>
      </Section>
    </Columns>
  );
}

function ReadRow({
  read: { at, client, skillKey: key, file },
  now,
}: {
  readonly read: AgentRead;
  readonly now: number;
}) {
  return (
    <li>
      <span>
        <Revealed text={clientName(client)} /> read{' '}
        <TextLink to={href({ view: 'skill', key, ...(file !== undefined && { file }) })}>
          <Revealed text={key.slice(key.lastIndexOf('/') + 1)} />
        </TextLink>
        {file !== undefined && (
          <>
            {' '}
            <span className="mono path">
              <Revealed text={file} />
            </span>
          </>
        )}
      </span>
      <time dateTime={at}>{agoWords(at, now)}</time>
    </li>
  );
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
