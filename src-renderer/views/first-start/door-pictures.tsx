/** Decorative: text is adjacent. */
import type { ReactNode } from 'react';
import styles from './first-start.module.css';

export function ProjectPicture() {
  return (
    <Picture>
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M3 18h18l6 7h45v48H3z" />
      </g>
      <g fill="currentColor">
        <rect x="14" y="38" width="30" height="3" rx="1" />
        <rect x="14" y="47" width="44" height="3" rx="1" />
        <rect x="14" y="56" width="24" height="3" rx="1" />
        <rect x="14" y="65" width="36" height="3" rx="1" opacity=".4" />
      </g>
      <path
        d="M84 39.5h22M84 48.5h22M84 57.5h22"
        stroke="var(--ink-faint)"
        strokeWidth="1.5"
        strokeDasharray="3 3"
      />
      <g transform="translate(116 33)">
        <path d="M6.5 0 13 6.5 6.5 13 0 6.5z" fill="var(--bad)" />
        <rect x="20" y="4.5" width="52" height="4" rx="1" fill="currentColor" />
      </g>
      <g transform="translate(116 51)">
        <path d="M6.5 1 12 6.5 6.5 12 1 6.5z" fill="none" stroke="var(--care-mark)" strokeWidth="1.4" />
        <path d="M1 6.5h11L6.5 12z" fill="var(--care-mark)" />
        <rect x="20" y="4.5" width="66" height="4" rx="1" fill="currentColor" />
      </g>
    </Picture>
  );
}

export function SkillsPicture() {
  return (
    <Picture>
      <path d="M10 16v56" stroke="var(--ink-faint)" strokeWidth="2" />
      <g>
        <rect x="3" y="9" width="14" height="14" fill="currentColor" />
        <rect x="4" y="37" width="12" height="12" fill="var(--paper)" stroke="currentColor" strokeWidth="2" />
        <rect x="4" y="43" width="12" height="6" fill="currentColor" />
        <rect x="4" y="65" width="12" height="12" fill="var(--paper)" stroke="currentColor" strokeWidth="2" />
      </g>
      <g fill="currentColor">
        <rect x="30" y="12" width="34" height="8" rx="1" />
        <rect x="30" y="39" width="80" height="8" rx="1" />
        <rect x="30" y="67" width="120" height="8" rx="1" />
      </g>
      <g fill="none" stroke="var(--edge)">
        <rect x="111.5" y="39.5" width="20" height="7" rx="1" />
        <rect x="151.5" y="67.5" width="44" height="7" rx="1" />
      </g>
    </Picture>
  );
}

export function QuestionPicture() {
  return (
    <Picture>
      <rect x="3" y="6" width="150" height="34" rx="3" fill="var(--bad-wash)" />
      <rect x="3" y="6" width="3" height="34" fill="var(--bad)" />
      <rect x="3" y="46" width="150" height="34" rx="3" fill="var(--good-wash)" />
      <rect x="3" y="46" width="3" height="34" fill="var(--good)" />
      <g fill="currentColor">
        <rect x="14" y="14" width="60" height="3" rx="1" />
        <rect x="14" y="22" width="112" height="3" rx="1" />
        <rect x="14" y="30" width="40" height="3" rx="1" />
        <rect x="14" y="54" width="84" height="3" rx="1" />
        <rect x="14" y="62" width="104" height="3" rx="1" />
        <rect x="14" y="70" width="52" height="3" rx="1" />
      </g>
    </Picture>
  );
}

function Picture({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 220 88"
      aria-hidden="true"
      preserveAspectRatio="xMinYMid meet"
    >
      {children}
    </svg>
  );
}
