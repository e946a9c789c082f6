import styles from './first-start.module.css';

/** Bad and good code, as skills show them. */
export function SamplePicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 208 84" aria-hidden="true">
      <path d="M0 4h176v35H0z" fill="var(--bad-wash)" />
      <path d="M0 4h3v35H0z" fill="var(--bad)" />
      <path d="M0 45h176v35H0z" fill="var(--good-wash)" />
      <path d="M0 45h3v35H0z" fill="var(--good)" />
      <path
        d="M14 13.5h70M14 21.5h134M14 29.5h46M14 54.5h96M14 62.5h124M14 70.5h64"
        stroke="var(--ink-2)"
        strokeWidth="3"
      />
    </svg>
  );
}

/** A folder that is read and served. */
export function FolderPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 208 84" aria-hidden="true" fill="none" stroke="var(--ink-2)">
      <path d="M1.5 12h26l6 9h48v57h-80z" strokeWidth="1.75" />
      <path d="M14 36.5h30M14 47.5h46M14 58.5h22" strokeWidth="3" />
      <path d="M92 37h26M92 48h26M92 58h26" stroke="var(--ink-faint)" strokeWidth="2" strokeDasharray="4 3" />
      <circle cx="150" cy="48" r="20" strokeWidth="1.75" />
      <path d="m141 48 7 7 12-13" stroke="var(--good)" strokeWidth="3" />
    </svg>
  );
}
