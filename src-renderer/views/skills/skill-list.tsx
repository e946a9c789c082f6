import { useRef } from 'react';
import type { SkillRow } from '../../domain/skill-row.ts';
import { href } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';
import { scrolledTo, useScrollMemory } from '../../router/use-scroll-memory.ts';
import { languageName, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField } from '../../ui/controls/fields.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { Label, Risk } from '../../ui/show/marks.tsx';
import { Empty } from '../../ui/show/notice.tsx';
import styles from './skills.module.css';
import type { SkillsRoute } from './use-question.ts';

const [TWO_LINES, ONE_LINE] = [57, 40];
const RISKS = ['high', 'medium', 'low'] as const;

export function SkillList({
  rows,
  route,
  notServed,
}: {
  readonly rows: readonly SkillRow[];
  readonly route: SkillsRoute;
  /** Folders that agents don't get. */
  readonly notServed: number;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  useScrollMemory(scroller, 'list');
  const { lang = '', risk = '' } = route;
  const shown = rows.filter(
    (row) => (lang === '' || row.language === lang) && (risk === '' || row.risk === risk),
  );
  const languages = [...new Set(rows.map(({ language }) => language))].sort();
  const filter = (change: { readonly lang?: string; readonly risk?: string }) => {
    const next = { lang, risk, ...change };
    navigate(
      {
        view: 'skills',
        ...(next.lang !== '' && { lang: next.lang }),
        ...(next.risk !== '' && { risk: next.risk }),
      },
      { replace: true },
    );
  };
  const count =
    shown.length === rows.length
      ? plural(rows.length, 'skill')
      : `${shown.length} of ${plural(rows.length, 'skill')}`;
  return (
    <div className={styles.sheet} ref={scroller}>
      <div className={styles.tools}>
        <h1>
          <span role="status">{count}</span>
          {notServed > 0 && (
            <a className="link" href="#/source">
              {notServed} more {notServed === 1 ? 'is' : 'are'} not served
            </a>
          )}
        </h1>
        <SelectField
          label="Language"
          isLabelHidden
          value={lang}
          onChange={({ currentTarget }) => filter({ lang: currentTarget.value })}
        >
          <option value="">All languages</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Risk"
          isLabelHidden
          value={risk}
          onChange={({ currentTarget }) => filter({ risk: currentTarget.value })}
        >
          <option value="">Any risk</option>
          {RISKS.map((level) => (
            <option key={level} value={level}>
              {level.charAt(0).toUpperCase() + level.slice(1)}
            </option>
          ))}
        </SelectField>
      </div>
      {shown.length === 0 ? (
        <div className={styles.column}>
          <Empty
            title="No skill is of this language and risk."
            actions={
              <Button onClick={() => filter({ lang: '', risk: '' })}>
                All {plural(rows.length, 'skill')}
              </Button>
            }
          />
        </div>
      ) : (
        <VirtualList
          label="Skills"
          items={shown}
          keyOf={({ key }) => key}
          heightOf={({ summary }) => (summary === undefined ? ONE_LINE : TWO_LINES)}
          scroller={scroller}
          startAt={scrolledTo('list')}
          onLeaveUp={() => document.getElementById('question')?.focus()}
        >
          {(row) => <Row row={row} />}
        </VirtualList>
      )}
    </div>
  );
}

function Row({ row: { key, name, version, language, risk, summary, registry } }: { readonly row: SkillRow }) {
  return (
    <a className={styles.row} href={href({ view: 'skill', key })} title={key}>
      <span className={styles.name}>
        <b>
          <Revealed text={name} />
        </b>
        {version !== undefined && (
          <span className={styles.fact}>
            <Revealed text={version} />
          </span>
        )}
        <span className={styles.fact}>{languageName(language)}</span>
        <Risk of={risk} />
        {registry !== undefined && (
          <Label>
            <Revealed text={registry} />
          </Label>
        )}
      </span>
      {summary !== undefined && (
        <span className={styles.summary}>
          <Revealed text={summary} />
        </span>
      )}
    </a>
  );
}
