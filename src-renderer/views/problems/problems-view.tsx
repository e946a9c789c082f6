import { Copy, RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import type { CheckProgress } from '../../../src-server/contract/api/api.ts';
import type { CauseRank } from '../../../src-server/contract/diagnostics/cause-kinds.ts';
import {
  CAUSE_RANKS,
  type Cause,
  type Causes,
  countNoticed,
} from '../../../src-server/contract/diagnostics/causes.ts';
import { checkingWords } from '../../../src-server/contract/diagnostics/severity.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { useCopy } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { ListSection } from '../../components/list-section.tsx';
import { Mark } from '../../components/mark.tsx';
import { Sheet, SheetBody, SheetHead } from '../../components/sheet.tsx';
import { Empty } from '../../components/states.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { hasService } from '../../host.ts';
import { countedWords, type ProblemFacts, problemsWords } from '../../skill/problem-words.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { useCauses } from '../../skill/use-causes.ts';
import { useProblemFacts } from '../../skill/use-problem-facts.ts';
import { useRegistry, useStores } from '../../stores/use-stores.tsx';
import { formatClock, formatMs, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { CauseRow } from './cause-row.tsx';
import { causesAsText, RANK_WORDS } from './cause-words.ts';
import { CleanLine } from './clean-line.tsx';
import { DraftsRow } from './drafts-row.tsx';
import styles from './problems.module.css';
import { RelaxedLines } from './relaxed-lines.tsx';
import { type CheckAgain, useCheckAgain } from './use-check-again.ts';

/** Milliseconds. Later problems are from another check. */
const FOLLOWS_MS = 10_000;
export default function ProblemsView({ filters }: { readonly filters: URLSearchParams }) {
  const problems = useRegistry(({ loaded }) => loaded.problems);
  const skills = useRegistry(({ loaded }) => loaded.skills);
  const { registry } = useStores();
  useEffect(() => registry.needProblems(), [registry]);
  return (
    <ViewFrame of={[problems, skills]} whole title="Problems">
      {([, rows]) => (
        <Problems skills={rows} checkedAt={problems.of?.at ?? 0} only={filters.get('skill') ?? undefined} />
      )}
    </ViewFrame>
  );
}

function Problems({
  skills,
  checkedAt,
  only,
}: {
  readonly skills: readonly SkillRow[];
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
  /** Skill key, if filtered to a single skill. */
  readonly only: string | undefined;
}) {
  const causes = useCauses(only);
  const facts = useProblemFacts();
  const relaxed = useRegistry((registry) => registry.relaxed) ?? [];
  const problems = useRegistry((registry) => registry.problems);
  const again = useCheckAgain(skills, problems);
  const isClean = causes.causes.length === 0 && causes.drafts.length === 0;
  return (
    <Sheet whole scrolls aria-labelledby="problems-title">
      <Head
        causes={causes}
        facts={facts}
        skills={skills.length}
        checkedAt={checkedAt}
        only={only}
        again={again}
      />
      {only === undefined && skills.length > 0 && !isClean && <CleanLine causes={causes} skills={skills} />}
      {only === undefined && relaxed.length > 0 && <RelaxedLines relaxed={relaxed} />}
      {isClean && (
        <SheetBody>
          {facts.checking === undefined ? (
            <Clean count={skills.length} only={only} />
          ) : (
            <StillChecking checking={facts.checking} />
          )}
        </SheetBody>
      )}
      {CAUSE_RANKS.map((rank) => (
        <Rank key={rank} rank={rank} causes={causes.causes} again={again} />
      ))}
      {causes.drafts.length > 0 && (
        <DraftsRow drafts={causes.drafts} startsOpen={causes.causes.length === 0} />
      )}
    </Sheet>
  );
}

function Rank({
  rank,
  causes,
  again,
}: {
  readonly rank: CauseRank;
  readonly causes: readonly Cause[];
  readonly again: CheckAgain;
}) {
  const own = causes.filter((cause) => cause.rank === rank);
  if (own.length === 0) return null;
  const [title, meaning] = RANK_WORDS[rank];
  const most = Math.max(...causes.map(({ places }) => places.length));
  return (
    <ListSection title={title} note={meaning}>
      <ul>
        {own.map((cause) => (
          <CauseRow key={cause.id} cause={cause} most={most} again={again} startsOpen={cause === causes[0]} />
        ))}
      </ul>
    </ListSection>
  );
}

function Head({
  causes,
  facts,
  skills,
  checkedAt,
  only,
  again,
}: {
  readonly causes: Causes;
  readonly facts: ProblemFacts;
  readonly skills: number;
  readonly checkedAt: number;
  readonly only: string | undefined;
  readonly again: CheckAgain;
}) {
  const copy = useCopy();
  const { last } = again;
  const count = causes.causes.length;
  return (
    <SheetHead>
      <h1 id="problems-title">Problems</h1>
      <p className={`${styles.sub} number`}>
        {only === undefined ? (
          <span role="status">{countedWords(facts)}</span>
        ) : (
          <>
            {problemsWords({ noticed: countNoticed(causes.causes), causes: count })} in{' '}
            <span className={`${styles.only} mono`}>
              <Revealed text={only} />
            </span>
          </>
        )}
        {facts.checking === undefined && (
          <>
            ; {only === undefined && `${plural(skills, 'skill')} `}
            {hasService && (
              <>
                checked at {formatClock(Math.max(checkedAt, last?.at ?? 0), new Date())}
                {last !== undefined && checkedAt < last.at + FOLLOWS_MS && `, in ${formatMs(last.tookMs)}`}
              </>
            )}
          </>
        )}
      </p>
      <span className={`${styles.headActions} push actions`}>
        {only !== undefined && <LinkButton href="#/problems">Show all</LinkButton>}
        {count + causes.drafts.length > 0 && (
          <Button
            look="bare"
            onClick={() => void copy(causesAsText(causes), `Copied ${plural(count, 'cause')}`)}
          >
            <Icon of={Copy} />
            Copy as text
          </Button>
        )}
        {hasService && (
          <Button aria-disabled={again.isChecking} onClick={() => again.check()}>
            <Icon of={RotateCw} />
            {again.isChecking ? 'Checking…' : 'Check again'}
          </Button>
        )}
      </span>
    </SheetHead>
  );
}

function Clean({ count, only }: { readonly count: number; readonly only: string | undefined }) {
  return (
    <Empty
      title={
        <>
          <Mark name="done" tone="good" />{' '}
          {only !== undefined || count === 1
            ? 'The skill is clean.'
            : `All ${plural(count, 'skill is', 'skills are')} clean.`}
        </>
      }
      actions={
        <LinkButton href={only === undefined ? '#/browse' : '#/problems'}>
          {only === undefined ? 'Browse them' : 'Show all problems'}
        </LinkButton>
      }
    >
      <p>
        Every rule was checked on every skill: skill.json, index.json, files and texts.
        {hasService && ' Changes are checked as you save them.'}
      </p>
    </Empty>
  );
}

/** While checking, an empty list does not mean clean. */
function StillChecking({ checking }: { readonly checking: CheckProgress }) {
  return (
    <Empty title="Nothing found so far">
      <p role="status">The service is {checkingWords(checking)}.</p>
    </Empty>
  );
}
