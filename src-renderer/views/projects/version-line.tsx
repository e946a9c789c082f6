import type { SkillMatch } from '../../../src-server/contract/api/match.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './projects.module.css';
import { versionFit } from './version-fit.ts';

export function VersionLine({
  version,
  skill,
}: {
  readonly version: string | null;
  readonly skill: Pick<SkillMatch, 'version' | 'drift'>;
}) {
  const { used, about, isApart, isUnknown } = versionFit(version, skill.version, skill.drift);
  return (
    <span className={styles.fit} data-drift={skill.drift}>
      <svg viewBox="0 0 60 14" aria-hidden="true">
        <line x1="4" x2="56" y1="7" y2="7" strokeDasharray={isUnknown ? '3 3' : undefined} />
        <path d={isApart ? 'M4 2v10M30 0v14M56 2v10' : 'M4 2v10M56 2v10'} />
        {used !== undefined && <circle cx={used} cy="7" r={used === about ? 6 : 4.2} />}
        {about !== undefined && <rect x={about - 3.5} y="3.5" width="7" height="7" />}
      </svg>
      <span className={styles.versions}>
        <span title={version === null ? undefined : writtenOut(version)}>
          {version === null ? <span className="muted">version not fixed</span> : <Revealed text={version} />}
        </span>
        <small>
          {skill.version === null ? (
            'the skill doesn’t say'
          ) : (
            <>
              skill is for <Revealed text={skill.version} />
              {isApart && <span className="hidden-text">, another {skill.drift} version</span>}
            </>
          )}
        </small>
      </span>
    </span>
  );
}
