import { type KeyboardEvent, useState } from 'react';
import { TextField } from '../../ui/controls/fields.tsx';

/** Applies what was typed at Enter, and when the field is left; keeps what can't be used, and says why. */
export function ValueField<T>({
  label,
  value,
  read,
  fault,
  onCommit,
}: {
  readonly label: string;
  readonly value: string;
  /** Undefined if unusable. */
  readonly read: (text: string) => T | undefined;
  readonly fault: string;
  readonly onCommit: (value: T) => void;
}) {
  const [draft, setDraft] = useState<string>();
  const [isFaulty, setIsFaulty] = useState(false);
  const commit = () => {
    if (draft === undefined || draft.trim() === value) return setDraft(undefined);
    const wanted = read(draft.trim());
    setIsFaulty(wanted === undefined);
    if (wanted === undefined) return;
    setDraft(undefined);
    onCommit(wanted);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') commit();
  };
  return (
    <TextField
      label={label}
      value={draft ?? value}
      fault={isFaulty ? fault : undefined}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
