import { LinkButton } from '../../components/button.tsx';
import { desktop } from '../../desktop.ts';
import type { ReadState } from '../../folders/shown-project.ts';
import { useService } from '../../stores/use-stores.tsx';
import { formatCount, plural } from '../../text/format.ts';
import type { ProjectModel } from './project-model.ts';
import { ecosystemWords } from './project-words.ts';
import styles from './projects.module.css';

export function WithoutSkills({ shown, model }: { readonly shown: ReadState; readonly model: ProjectModel }) {
  const skills = useService(({ status }) => status?.counts.skills ?? 0);
  const { packages } = shown.project;
  if (packages.length === 0)
    return (
      <div className={styles.nothing}>
        <h2>This project asks for no library.</h2>
        <p>Its manifests were read, and name none. Add a lock file or choose the folder that has one.</p>
      </div>
    );
  return (
    <div className={styles.nothing}>
      <h2>No skill of your {formatCount(skills)} is for what this project uses.</h2>
      <p>
        Its {plural(packages.length, 'package')} {packages.length === 1 ? 'is' : 'are'} from{' '}
        {ecosystemWords(shown.project)}. A library matches a skill if the skill names its package, or both
        name the same repository. <b>AGENTS.md stays as it is</b>: a list without skills helps no agent.
      </p>
      <p className="actions">
        {desktop !== undefined ? (
          <LinkButton look="main" href="#/registry">
            Choose another registry…
          </LinkButton>
        ) : (
          <LinkButton look="main" href="#/browse">
            Browse {plural(skills, 'skill')}
          </LinkButton>
        )}
      </p>
      {model.missing.length > 0 && <p className="muted">The list below names what is worth a skill first.</p>}
    </div>
  );
}
