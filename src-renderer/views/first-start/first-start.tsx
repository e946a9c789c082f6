import { FolderOpen } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DropTarget } from '../../components/drop-target.tsx';
import { FolderInput } from '../../components/folder-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeyHint } from '../../components/shortcuts.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { takePicked } from '../../folders/shown-project.ts';
import { Refused } from '../../registry-picker/refused.tsx';
import { NotServing, Opening } from '../../registry-picker/service-on-the-way.tsx';
import { StartPage } from '../../registry-picker/start-page.tsx';
import { useRegistryChoice } from '../../registry-picker/use-registry-choice.ts';
import { navigate } from '../../route/use-route.ts';
import { useAnsweredQuestions } from '../../skill/answered-questions.ts';
import { useSettings } from '../../stores/use-stores.tsx';
import { ProjectPicture, QuestionPicture, SkillsPicture } from './door-pictures.tsx';
import styles from './first-start.module.css';

/** Reads and fetches nothing before a click or a drop. */
export default function FirstStart({ bridge }: { readonly bridge: DesktopBridge }) {
  const choice = useRegistryChoice(bridge, true);
  const projectInput = useRef<HTMLInputElement>(null);
  const readProject = (files: readonly File[]) => {
    void takePicked(files);
    if (files.length > 0) navigate({ view: 'projects' });
  };
  const chosen = useSettings().value?.settings.registry;
  // The tray may choose a folder, too.
  useEffect(() => {
    if (chosen != null) navigate({ view: 'home' }, 'replace');
  }, [chosen]);
  return (
    <StartPage
      wide
      title="What should your agents know before they write code?"
      text="Skills are short files about one library each: what goes wrong with it, and what to do instead. This app serves them to your agents, on this computer only."
    >
      <NotServing />
      <section className={styles.doors} aria-label="Three ways to begin">
        <Door
          picture={<ProjectPicture />}
          title="From a project"
          text="Its lock files say what it uses. You see which of its libraries have a skill, and which are of high risk."
        >
          <Button look="main" onClick={() => projectInput.current?.click()}>
            Choose a project…
          </Button>
          <FolderInput ref={projectInput} label="The project’s folder" onFiles={readProject} />
        </Door>
        <Door
          picture={<SkillsPicture />}
          title="From skills"
          text="A folder of your own, or a registry by its address: your team’s, or the public one of LibSkills. Nothing is fetched before you look inside."
        >
          <Button aria-disabled={choice.busy} onClick={choice.choose}>
            Folder… <KeyHint>O</KeyHint>
          </Button>
          <LinkButton href="#/registries">Address…</LinkButton>
        </Door>
        <Door
          picture={<QuestionPicture />}
          title="From a question"
          text="Ten skills come with the app. Ask about something that once cost you an evening."
        >
          <Question bridge={bridge} />
        </Door>
        <p className={styles.drop}>
          <Icon of={FolderOpen} />
          <span>
            <b>Or drop any folder in this window.</b> It is read, not run.{' '}
            <a className="link" href="#/registry">
              Type a path
            </a>
          </span>
          <span className="push muted">The other two stay possible</span>
        </p>
      </section>
      {choice.busy && <Opening />}
      <Refused choice={choice} />
      {choice.isDragging && (
        <DropTarget title="Let go to look inside">
          A project, a registry, or one skill. Nothing is copied or changed.
        </DropTarget>
      )}
    </StartPage>
  );
}

function Door({
  picture,
  title,
  text,
  children,
}: {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <article className={styles.door}>
      {picture}
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="actions">{children}</div>
    </article>
  );
}

/** Strongly answered by the sample. */
function Question({ bridge }: { readonly bridge: DesktopBridge }) {
  const attempt = useAttempt();
  // The shortest fits the button.
  const [question] = useAnsweredQuestions().toSorted((a, b) => a.length - b.length);
  const serveSample = bridge.useSampleRegistry;
  const ask = () =>
    attempt(async () => {
      await serveSample();
      navigate({ view: 'search', query: question ?? '' });
    });
  return (
    <Button className={styles.question} onClick={ask}>
      {question === undefined ? 'Ask the sample' : `“${question}”`}
    </Button>
  );
}
