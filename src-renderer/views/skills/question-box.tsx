import { Search, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useWide } from '../../layout/use-wide.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { isComposing } from '../../ui/over/shortcuts.tsx';
import { Icon } from '../../ui/show/marks.tsx';
import styles from './question-box.module.css';
import type { Question } from './use-question.ts';

/** Enter opens the best answer, Arrow down goes to the list, Escape clears. */
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
    if (event.key === 'Escape' && question.text !== '') {
      event.preventDefault();
      clear();
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
          <Button kind="primary" type="submit">
            Ask
          </Button>
        ) : (
          <IconButton name="Clear" icon={X} onClick={clear} />
        )}
      </form>
    </search>
  );
}
