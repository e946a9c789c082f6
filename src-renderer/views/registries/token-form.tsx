import { type FormEvent, useId, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/fields.tsx';
import { ResultNotice } from '../../components/states.tsx';
import { useAction } from '../../components/use-action.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './registries.module.css';
import { hostOf } from './registries-words.ts';

export function TokenForm({
  bridge,
  origin,
  onSaved,
}: {
  readonly bridge: Pick<DesktopBridge, 'saveToken'>;
  readonly origin: string;
  readonly onSaved: () => void;
}) {
  const id = useId();
  const [token, setToken] = useState('');
  const { result, run } = useAction();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() === '') return;
    run(async () => {
      await bridge.saveToken({ origin, token: token.trim() });
      setToken('');
      onSaved();
      return undefined;
    });
  };
  return (
    <form className={styles.token} onSubmit={onSubmit}>
      <label htmlFor={id}>
        Token for <Revealed text={hostOf(origin)} />
      </label>
      <TextField
        id={id}
        type="password"
        className="mono"
        value={token}
        autoComplete="off"
        maxLength={4096}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Button type="submit">Store it and look again</Button>
      <p className="soft">
        The system’s secret store encrypts it. It is sent only to this host, and only once the host asks.
      </p>
      <ResultNotice of={result} />
    </form>
  );
}
