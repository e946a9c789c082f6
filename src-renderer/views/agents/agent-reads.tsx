/** What agents read: a chart of seven days for each, and the lists of what was told, read and asked in vain. */
import type { ReactNode } from 'react';
import { clientName } from '../../../src-server/contract/clients/clients.ts';
import { agoWords, countWords, timesWords } from '../../../src-server/contract/words.ts';
import { useSettings } from '../../data/bridge.ts';
import { useActivity } from '../../data/registry.ts';
import { nameInKey } from '../../domain/skill-rows.ts';
import { Section } from '../../layout/layout.tsx';
import { href } from '../../router.ts';
import { Revealed } from '../../ui/revealed.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './agents.module.css';
import type { Week } from './agents.ts';

const BAR = 9;
const GAP = 4;
const HIGHEST = 26;
const LEAST_HEIGHT = 3;
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

/** A bar for each of the last seven days, today's in green, on a scale of its own; the sum stands beside them. */
export function WeekBars({ week: { days, reads, sum } }: { readonly week: Week }) {
  const top = Math.max(...reads, 1);
  const height = (count: number) =>
    count === 0 ? 1 : Math.max(LEAST_HEIGHT, Math.round((count / top) * HIGHEST));
  const perDay = days.map((day, at) => `${WEEKDAY.format(new Date(`${day}T12:00`))}: ${reads[at]}`);
  return (
    <span className={styles.week} title={`Reads per day\n${perDay.join('\n')}`}>
      <svg viewBox={`0 0 ${7 * (BAR + GAP) - GAP} ${HIGHEST}`} aria-hidden="true">
        {days.map((day, at) => (
          <rect
            key={day}
            x={at * (BAR + GAP)}
            y={HIGHEST - height(reads[at] ?? 0)}
            width={BAR}
            height={height(reads[at] ?? 0)}
            rx="1"
            data-today={at === days.length - 1 || undefined}
          />
        ))}
      </svg>
      <span>{countWords(sum, 'read')}</span>
      <span className="hidden-text">{` in seven days. ${perDay.join(', ')}.`}</span>
    </span>
  );
}

/** How many rows each list shows at most. */
const MOST = 8;

/** What the service knows of its agents, since its start and of seven days. */
export function ActivityLists({ now }: { readonly now: number }) {
  const { data } = useActivity();
  const isHidden = useSettings().data?.settings.recordActivity === false;
  if (data === undefined || isHidden) return null;
  const { gaps, reads, told = [], counts } = data;
  const isToday = ({ at }: { readonly at: string }) =>
    new Date(at).toDateString() === new Date(now).toDateString();
  const today = told.filter(isToday);
  const mostRead = counts?.skills ?? [];
  if (gaps.length + reads.length + today.length + mostRead.length === 0) return null;
  return (
    <div className={styles.lists}>
      {today.length > 0 && (
        <List title="Told unasked" aside="today">
          {today.slice(0, MOST).map(({ at, client, skillKey, lines }) => (
            <Entry key={`${at} ${client} ${skillKey}`} by={client} end={<Ago at={at} now={now} />}>
              <SkillLink skillKey={skillKey} /> <Revealed text={lines.join(' · ')} />
            </Entry>
          ))}
        </List>
      )}
      <List title="Last reads" aside="since the service started">
        {reads.slice(0, MOST).map(({ at, client, skillKey, file }) => (
          <Entry key={`${at} ${client} ${skillKey}`} by={clientName(client)} end={<Ago at={at} now={now} />}>
            <SkillLink skillKey={skillKey} file={file} />{' '}
            {file !== undefined && <Revealed text={file.replace(/\.md$/, '')} />}
          </Entry>
        ))}
      </List>
      {mostRead.length > 0 && (
        <List title="Most read" aside="in seven days">
          {mostRead.slice(0, MOST).map(({ skillKey, reads: count }) => (
            <Entry key={skillKey} end={timesWords(count)}>
              <SkillLink skillKey={skillKey} />
            </Entry>
          ))}
        </List>
      )}
      <List title="Asked in vain" aside="since the service started">
        {gaps.slice(0, MOST).map(({ question, client, count }) => (
          <Entry key={question} by={clientName(client)} end={timesWords(count)}>
            <TextLink to={href({ view: 'skills', q: question })}>
              <Revealed text={question} />
            </TextLink>
          </Entry>
        ))}
      </List>
    </div>
  );
}

function List({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside: string;
  readonly children: readonly ReactNode[];
}) {
  return (
    <Section title={title} aside={aside}>
      <ul className={styles.log}>{children.length === 0 ? <li>Nothing so far.</li> : children}</ul>
    </Section>
  );
}

function Entry({
  by,
  end,
  children,
}: {
  /** Who read or asked, in a line below. */
  readonly by?: string;
  /** What stands at the end of the row: when it was, or how often. */
  readonly end: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <span>
        {children}
        {by !== undefined && (
          <span className={styles.by}>
            <Revealed text={by} />
          </span>
        )}
      </span>
      <span>{end}</span>
    </li>
  );
}

function SkillLink({
  skillKey: key,
  file,
}: {
  readonly skillKey: string;
  readonly file?: string | undefined;
}) {
  return (
    <TextLink to={href({ view: 'skill', key, ...(file !== undefined && { file }) })}>
      <Revealed text={nameInKey(key)} />
    </TextLink>
  );
}

function Ago({ at, now }: { readonly at: string; readonly now: number }) {
  return <time dateTime={at}>{agoWords(at, now)}</time>;
}
