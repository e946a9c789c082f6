import type { KeyboardEvent, ReactNode } from 'react';
import styles from './segmented.module.css';

/** Arrow keys select, as in a radio group. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: ReadonlyArray<readonly [value: T, words: ReactNode]>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = options.findIndex(([option]) => option === value);
    const next = options[(at + step + options.length) % options.length];
    if (next === undefined) return;
    onChange(next[0]);
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]');
    buttons[(at + step + options.length) % options.length]?.focus();
  };
  return (
    <div className={styles.segmented} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {options.map(([option, words]) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold the look and the roving focus
        <button
          key={option}
          type="button"
          role="radio"
          aria-checked={option === value}
          tabIndex={option === value ? 0 : -1}
          onClick={() => onChange(option)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
