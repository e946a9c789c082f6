import { shownProject } from '../../folders/shown-project.ts';
import { useStore } from '../../stores/use-store.ts';
import { ChooseProject } from './choose-project.tsx';
import { ProjectPage } from './project-page.tsx';

export default function ProjectsView() {
  const state = useStore(shownProject);
  return state.state === 'read' ? <ProjectPage shown={state} /> : <ChooseProject shown={state} />;
}
