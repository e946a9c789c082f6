import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { placeTip } from './place-tip.ts';
import styles from './term.module.css';

/** Tooltip on hover, focus or tap; in narrow windows a bottom sheet. */
export function Term({
  meaning,
  plain = false,
  pressed,
  onPress,
  className,
  children,
}: {
  readonly meaning: ReactNode;
  /** No dotted underline: not text. */
  readonly plain?: boolean;
  readonly pressed?: boolean;
  readonly onPress?: (() => void) | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}) {
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);
  useEscape(place, shown, () => setShown(false));
  useLayoutEffect(() => {
    if (!shown) return;
    const follow = () => {
      const word = place.current?.getBoundingClientRect();
      if (word === undefined || tip.current === null) return;
      const { offsetWidth: width, offsetHeight: height } = tip.current;
      const { left, top } = placeTip(word, { width, height }, { width: innerWidth, height: innerHeight });
      tip.current.style.setProperty('--left', `${left}px`);
      tip.current.style.setProperty('--top', `${top}px`);
    };
    follow();
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', follow, { capture: true });
  }, [shown]);
  return (
    <span
      ref={place}
      className={className === undefined ? styles.place : `${styles.place} ${className}`}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setShown(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(false)}
    >
      <button
        type="button"
        className={styles.term}
        data-plain={plain || undefined}
        aria-describedby={id}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        aria-pressed={pressed}
        onClick={() => {
          setShown(true);
          onPress?.();
        }}
      >
        {children}
      </button>
      <span ref={tip} id={id} role="tooltip" className={styles.tip} data-shown={shown || undefined}>
        {meaning}
      </span>
    </span>
  );
}

/** On Escape or a press elsewhere. */
function useEscape(place: RefObject<HTMLElement | null>, shown: boolean, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!shown) return;
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) latest.current();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      // Escape closes one layer at a time.
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, [shown, place]);
}
