import type { LucideIcon } from 'lucide-react';
import styles from './icon.module.css';

/** An interface icon; decorative, since every control also has words. */
export function Icon({ of: Glyph }: { readonly of: LucideIcon }) {
  return <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden="true" />;
}
