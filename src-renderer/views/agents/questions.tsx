import { useActivity } from '../../data/use-app.ts';
import { Columns, Section } from '../../layout/layout.tsx';
import { href } from '../../router/route.ts';
import { agoWords } from '../../text/ago.ts';
import { Revealed } from '../../text/revealed.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import styles from './agents.module.css';
import { askedInVain, lastReads } from './reads.ts';

const MOST_GAPS = 10;
const MOST_READS = 10;

/** What agents asked and read since the app started. A browser can't know it. */
export function Questions({ now }: { readonly now: number }) {
  const events = useActivity().data ?? [];
  const gaps = askedInVain(events, MOST_GAPS);
  const reads = lastReads(events, MOST_READS);
  if (gaps.length + reads.length === 0) return null;
  return (
    <Columns>
      <Section title="Asked, but not found">
        <ul className={styles.log}>
          {gaps.map(({ question, count }) => (
            <li key={question}>
              <TextLink to={href({ view: 'skills', q: question })}>
                <Revealed text={question} />
              </TextLink>
              <span>{timesWords(count)}</span>
            </li>
          ))}
          {gaps.length === 0 && <li>Nothing so far.</li>}
        </ul>
      </Section>
      <Section title="Last reads">
        <ul className={styles.log}>
          {reads.map(({ key, file, client, at }) => (
            <li key={`${at} ${client} ${key} ${file}`}>
              <span>
                <Revealed text={client} /> read{' '}
                <TextLink to={href({ view: 'skill', key, file })}>
                  <Revealed text={key.slice(key.lastIndexOf('/') + 1)} />
                </TextLink>{' '}
                <span className="mono path">
                  <Revealed text={file} />
                </span>
              </span>
              <time dateTime={at}>{agoWords(at, now)}</time>
            </li>
          ))}
          {reads.length === 0 && <li>Nothing so far.</li>}
        </ul>
      </Section>
    </Columns>
  );
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
