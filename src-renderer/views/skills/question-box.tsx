import { Search, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWide } from '../../layout/layout.tsx';
import { navigate, parseRoute, type Route } from '../../router.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/marks.tsx';
import { isComposing } from '../../ui/shortcuts.tsx';
import styles from './question-box.module.css';

export type SkillsRoute = Extract<Route, { readonly view: 'skills' }>;

/** Milliseconds after the last key until the question is asked. */
const REST_MS = 120;
/** A character of a script in which one can be a word. */
const WHOLE_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether a text is asked while it is typed: from two letters or digits on. Enter asks any. */
export function isWorthAsking(text: string): boolean {
  return WHOLE_WORD.test(text) || (text.match(/[\p{L}\p{N}]/gu) ?? []).length > 1;
}

export interface Question {
  /** What stands in the box, also before it is asked. */
  readonly text: string;
  /** What is asked, as the address says. */
  readonly asked: string;
  /** Whether the list of all skills is shown: the box is empty, or has too little to ask by itself. */
  readonly isIdle: boolean;
  /** Whether Enter was pressed: the best answer opens as soon as it is known, unless something else is done first. */
  readonly isOpening: boolean;
  change(text: string): void;
  /** Asks without waiting, and opens the best answer. */
  open(): void;
  /** Says that the best answer is open, or that there is none. */
  opened(): void;
  clear(): void;
}

/** The address holds the question; what is typed follows it there after a rest. */
export function useQuestion(route: SkillsRoute): Question {
  const asked = route.q ?? '';
  const [typed, setTyped] = useState<string>();
  const [opening, setOpening] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef<string>(undefined);
  // Back and Forward win over what was typed.
  useEffect(() => {
    if (written.current === asked) return;
    written.current = undefined;
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
    written.current = q;
    navigate({ view, ...filters, ...(q !== '' && { q }) }, { replace: !isNew });
  };
  const text = typed ?? asked;
  return {
    text,
    asked: asked.trim(),
    isIdle: text.trim() === '' || (!isWorthAsking(text) && text.trim() !== asked.trim()),
    isOpening: opening === text,
    change(next) {
      setOpening(undefined);
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // The address may lead elsewhere already, before this view has heard of it.
        if (parseRoute(location.hash).view === route.view) write(isWorthAsking(next) ? next : '');
      }, REST_MS);
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

/** The box for a question. Enter opens the best answer, Arrow down goes to the list, Escape clears it, then leaves it. */
export function QuestionBox({ question, label }: { readonly question: Question; readonly label: string }) {
  const box = useRef<HTMLInputElement>(null);
  const isWide = useWide();
  // A narrow screen may have no keys but those that would cover it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the view opens
  useEffect(() => {
    if (isWide && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  const clear = () => {
    question.clear();
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (question.text === '') box.current?.blur();
      else clear();
    }
    if (event.key !== 'ArrowDown') return;
    const first = document.querySelector<HTMLElement>('main [data-answers] a, main ul[aria-label] a');
    if (first === null) return;
    event.preventDefault();
    first.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (question.text.trim() !== '') question.open();
    else box.current?.focus();
  };
  return (
    <search>
      <form className={styles.box} onSubmit={onSubmit}>
        <Icon of={Search} />
        <label htmlFor="question" className="hidden-text">
          {label}
        </label>
        <input
          ref={box}
          id="question"
          type="text"
          enterKeyHint="search"
          value={question.text}
          placeholder={label}
          maxLength={1000}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ currentTarget }) => question.change(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {question.text === '' ? (
          <>
            <kbd title="Puts the cursor here">/</kbd>
            <Button kind="primary" type="submit">
              Ask
            </Button>
          </>
        ) : (
          <IconButton name="Clear" icon={X} onClick={clear} />
        )}
      </form>
    </search>
  );
}
