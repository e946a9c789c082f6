import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Draft } from '../../../src-server/contract/diagnostics/causes.ts';
import { Icon } from '../../components/icon.tsx';
import { ListSection } from '../../components/list-section.tsx';
import { Mark } from '../../components/mark.tsx';
import { formatRoute } from '../../route/route.ts';
import { nameInKey } from '../../skill/key-parts.ts';
import { plural } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { placeName, servedDrafts } from './cause-words.ts';
import styles from './problems.module.css';

const MOST_NAMED = 24;

/** Never counted as problems. */
export function DraftsRow({
  drafts,
  startsOpen,
}: {
  readonly drafts: readonly Draft[];
  readonly startsOpen: boolean;
}) {
  const served = servedDrafts(drafts);
  const unserved = drafts.filter((draft) => !served.includes(draft));
  return (
    <ListSection title="Drafts" note="unwritten, not wrong">
      <ul>
        {unserved.length > 0 && (
          <DraftGroup title="Texts are still to be written" drafts={unserved} startsOpen={startsOpen}>
            Their texts still have parts of the template.{' '}
            <b>Agents don’t get these skills; each is served as soon as its last text is written.</b> They are
            not counted as problems.
          </DraftGroup>
        )}
        {served.length > 0 && (
          <DraftGroup
            title="The summary is still the template’s"
            drafts={served}
            startsOpen={startsOpen && unserved.length === 0}
          >
            Their summary is still the one that a template wrote.{' '}
            <b>Nothing is wrong with them; they are unwritten.</b> They are served, and not counted as
            problems.
          </DraftGroup>
        )}
      </ul>
    </ListSection>
  );
}

function DraftGroup({
  title,
  drafts,
  startsOpen,
  children,
}: {
  readonly title: string;
  readonly drafts: readonly Draft[];
  readonly startsOpen: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [only] = drafts.length === 1 ? drafts : [];
  return (
    <li className={styles.cause}>
      <h3>
        <button
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Mark name="fits-not" tone="still" />
          <span className={styles.title}>{title}</span>
          <span className={styles.extent}>{plural(drafts.length, 'skill')}</span>
          <span className={styles.mending}>to write</span>
          <Icon of={ChevronDown} />
        </button>
      </h3>
      {isOpen && (
        <div className={styles.body}>
          <p className={styles.why}>{children}</p>
          <ul className={styles.drafts}>
            {drafts.map((draft) => (
              <li key={draft.key}>
                <DraftLink draft={draft} />
              </li>
            ))}
          </ul>
          {only !== undefined && only.places.length > 0 && <LeftToWrite places={only.places} />}
        </div>
      )}
    </li>
  );
}

/** Without a page: links to the pending documents. */
function DraftLink({ draft: { key, isSummaryLeft, places, reasons } }: { readonly draft: Draft }) {
  const href =
    reasons.length === 0
      ? formatRoute({ view: 'skill', key })
      : formatRoute({ view: 'problems', filters: new URLSearchParams({ skill: key }) });
  return (
    <a href={href} title={writtenOut(key)}>
      <b>
        <Revealed text={nameInKey(key)} />
      </b>
      <span className="muted">
        {[isSummaryLeft && 'summary', places.length > 0 && plural(places.length, 'text')]
          .filter(Boolean)
          .join(' and ')}
      </span>
    </a>
  );
}

function LeftToWrite({ places }: { readonly places: Draft['places'] }) {
  const more = places.length - MOST_NAMED;
  return (
    <ul className={styles.left}>
      {places.slice(0, MOST_NAMED).map((place, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two places may be the same in every field
        <li key={index}>
          <span className="mono">
            <Revealed text={placeName(place)} />
          </span>{' '}
          <Revealed text={place.message} />
        </li>
      ))}
      {more > 0 && <li className="muted">And {more} more.</li>}
    </ul>
  );
}
