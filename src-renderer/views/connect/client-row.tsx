import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Mark, type MarkName } from '../../components/mark.tsx';

export interface ClientWords {
  readonly tone: 'good' | 'wait' | 'still' | 'bad' | 'care';
  readonly mark: MarkName;
  readonly text: string;
}

/** One client: its name, how it stands, and, opened, the ways to connect it. */
export function ClientRow({
  name,
  words,
  children,
}: {
  readonly name: string;
  readonly words?: ClientWords | undefined;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li className="client">
      <h3>
        <button
          type="button"
          className="client-head"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span className="client-name">{name}</span>
          {words !== undefined && (
            <span className={`client-state ${words.tone}`}>
              <Mark name={words.mark} tone={words.tone} />
              {words.text}
            </span>
          )}
          <Icon of={ChevronDown} />
        </button>
      </h3>
      <div id={id} className="client-ways" hidden={!open}>
        {open && children}
      </div>
    </li>
  );
}

/** One way to connect a client. */
export function Way({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="way">
      <h4 className="cap">{title}</h4>
      <div>{children}</div>
    </div>
  );
}
