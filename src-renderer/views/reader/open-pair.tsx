import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef } from 'react';
import type { FullSkill } from '../../../src-server/contract/api.ts';
import { useService } from '../../data/registry.ts';
import type { SkillFile, SkillFiles } from '../../domain/skill-files.ts';
import { useWide } from '../../layout/layout.tsx';
import { goBackTo, navigate } from '../../router.ts';
import { Loading } from '../../ui/query-view.tsx';
import { useKeys } from '../../ui/shortcuts.tsx';
import type { ShownPair } from './bundled-pairs.ts';
import { FileRail, FileSelect } from './file-rail.tsx';
import styles from './reader.module.css';
import { ReaderHead, useCopying } from './reader-head.tsx';
import { useFreshPage } from './reading.ts';
import type { Address } from './skill-link.tsx';

const Pair = lazy(() => import('./pair.tsx'));

/**
 * Returns the pair of a skill; undefined until that is known, null if it has none. Only the sample has pairs: another
 * registry's skill of that name may say something else.
 */
export function usePair(skillKey: string, skill: FullSkill): ShownPair | null | undefined {
  const { status, phase } = useService().state;
  const isSample = status?.registry.sample === true;
  const { data: bundled, isError } = useQuery({
    queryKey: ['bundled-pairs'],
    queryFn: () => import('./bundled-pairs.ts'),
    enabled: isSample,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const isAsked = isSample ? bundled === undefined && !isError : phase === 'asking';
    if (isAsked) return undefined;
    return (isSample && bundled?.pairOf(skillKey, skill)) || null;
  }, [isSample, phase, bundled, isError, skillKey, skill]);
}

/** The pair in the place of a file: what is copied is the skill, and the next stop is its first file. */
export function OpenPair({
  skillKey,
  skill,
  found,
  shown,
  question,
  address,
}: {
  readonly skillKey: string;
  readonly skill: FullSkill;
  readonly found: SkillFiles;
  readonly shown: ShownPair;
  /** The question that led to the skill. */
  readonly question?: string | undefined;
  readonly address: Address;
}) {
  const { files } = found;
  const box = useRef<HTMLDivElement>(null);
  const isWide = useWide();
  useFreshPage(box, `${skillKey} pair`, true, true);
  const copying = useCopying({
    skillKey,
    skill,
    files,
    file: undefined,
    section: undefined,
    address,
    isWithheld: skill._withheld !== undefined,
  });
  const open = (next: SkillFile | 'pair' | undefined) => {
    if (next !== undefined && next !== 'pair') navigate(address({ file: next.path }));
  };
  useKeys({
    c: copying.copyFirst,
    Escape: () => goBackTo({ view: 'skills', ...(question && { q: question }) }),
    ']': () => open(files[0]),
  });
  const rail = {
    found,
    file: undefined,
    first: 'open-pair',
    outline: [],
    reading: undefined,
    address,
  } as const;
  return (
    <div className={styles.reader}>
      <ReaderHead
        skillKey={skillKey}
        skill={skill}
        question={question}
        copying={copying}
        compact={false}
        files={
          isWide ? undefined : <FileSelect files={files} file={undefined} first="open-pair" onOpen={open} />
        }
      />
      {isWide && <FileRail {...rail} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={box} className={styles.read} aria-label="The open pair" tabIndex={0} data-reading>
        <Suspense fallback={<Loading />}>
          <Pair {...shown} address={address} />
        </Suspense>
      </section>
    </div>
  );
}
