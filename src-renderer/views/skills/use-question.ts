import { useEffect, useRef, useState } from 'react';
import type { Route } from '../../router/route.ts';
import { navigate } from '../../router/use-route.ts';

export type SkillsRoute = Extract<Route, { readonly view: 'skills' }>;

/** Milliseconds after the last key. */
const REST_MS = 120;

export interface Question {
  /** What stands in the box. */
  readonly text: string;
  /** What is asked: as the address says. */
  readonly asked: string;
  /** Enter was pressed: the best answer opens as soon as it is known, unless something else is done first. */
  readonly isOpening: boolean;
  change(text: string): void;
  /** Without waiting; opens the best answer. */
  open(): void;
  /** The best is open, or there is none. */
  opened(): void;
  clear(): void;
}

/** The address holds the question; what is typed follows it there after a rest. */
export function useQuestion(route: SkillsRoute): Question {
  const asked = route.q ?? '';
  const [typed, setTyped] = useState<string>();
  const [opening, setOpening] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back and Forward win over what was typed.
  useEffect(() => {
    clearTimeout(timer.current);
    setTyped(undefined);
    setOpening((before) => (before === asked ? before : undefined));
  }, [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = (q: string) => {
    clearTimeout(timer.current);
    const { view, lang, risk } = route;
    const filters = { ...(lang !== undefined && { lang }), ...(risk !== undefined && { risk }) };
    const isNew = (asked.trim() === '') !== (q.trim() === '');
    navigate({ view, ...filters, ...(q !== '' && { q }) }, { replace: !isNew });
  };
  const text = typed ?? asked;
  return {
    text,
    asked: asked.trim(),
    isOpening: opening === text,
    change(next) {
      setOpening(undefined);
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(next), REST_MS);
    },
    open: () => {
      setOpening(text);
      write(text);
    },
    opened: () => setOpening(undefined),
    clear: () => {
      setOpening(undefined);
      setTyped('');
      write('');
    },
  };
}
