import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/fields.tsx';
import { useToast } from '../../components/toast.tsx';
import { useStores } from '../../stores/use-stores.tsx';
import styles from './skill-facts.module.css';

/** Limit of the service. */
const LONGEST_NOTE = 1_000;

export function ReportForm({
  skillKey,
  file,
}: {
  readonly skillKey: string;
  readonly file?: string | undefined;
}) {
  const { api } = useStores();
  const toast = useToast();
  const id = useId();
  const [what, setWhat] = useState<string>();
  if (what === undefined) {
    return (
      <section className={styles.part}>
        <Button look="bare" onClick={() => setWhat('')}>
          Report a mistake
        </Button>
      </section>
    );
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (what.trim() === '') return;
    const answer = await api.report({ path: skillKey, what, ...(file !== undefined && { section: file }) });
    if (!answer.ok) return toast(answer.failure.message, 'refused');
    setWhat(undefined);
    toast('Noted. It is listed under Problems.');
  };
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className="cap">
        Report a mistake
      </h2>
      <form className={styles.part} onSubmit={(event) => void onSubmit(event)}>
        <TextArea
          aria-label={file === undefined ? 'What is wrong' : `What is wrong in ${file}`}
          value={what}
          rows={4}
          maxLength={LONGEST_NOTE}
          onChange={(event) => setWhat(event.currentTarget.value)}
        />
        <p className="soft">The note stays on this computer, and changes nothing that is served.</p>
        <div className="actions">
          <Button type="submit" aria-disabled={what.trim() === ''}>
            Keep the note
          </Button>
          <Button look="bare" onClick={() => setWhat(undefined)}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}
