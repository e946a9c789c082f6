import { useSkill, useSkills } from '../../data/use-registry.ts';
import { CopyButton } from '../../ui/controls/copy.tsx';
import styles from './agents.module.css';
import { provingPrompt, provingSkill } from './proving-question.ts';

interface Prompted {
  readonly name: string;
  readonly kind: 'primary' | 'plain';
}

/** Proves a connection: the agent's first read turns its row green. */
export function ProvingPrompt({ name, kind }: Prompted) {
  const key = provingSkill(useSkills().data?.skills ?? []);
  if (key === undefined) return <p className="soft">Restart {name}. It asks once a skill is served.</p>;
  return <PromptOf skillKey={key} name={name} kind={kind} />;
}

function PromptOf({ skillKey, name, kind }: Prompted & { readonly skillKey: string }) {
  const files = useSkill(skillKey).data?._contents;
  // The usual one, until the skill's files are known: nothing moves.
  const prompt = provingPrompt(skillKey, files === undefined ? ['safety.md'] : Object.keys(files));
  if (prompt === undefined) return null;
  return (
    <div className={styles.inside}>
      <p>
        Restart {name}, and paste this there. With its first read this row says <b>works</b>.
      </p>
      <p className={styles.prompt}>
        {prompt.split(' ').map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of one sentence never move
          <span key={at}>{`${word} `}</span>
        ))}
      </p>
      <CopyButton kind={kind} text={prompt} what="the prompt">
        Copy the prompt
      </CopyButton>
    </div>
  );
}
