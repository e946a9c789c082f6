import { useEffect } from 'react';
import { desktop } from '../../desktop.ts';
import { shownProject, takeState } from '../../folders/shown-project.ts';
import { useStore } from '../../stores/use-store.ts';
import { ChooseProject } from './choose-project.tsx';
import { ProjectPage } from './project-page.tsx';

export default function ProjectsView() {
  useStateOfApp();
  const state = useStore(shownProject);
  return state.state === 'read' ? <ProjectPage shown={state} /> : <ChooseProject shown={state} />;
}

/** Reread when files change. */
function useStateOfApp(): void {
  useEffect(() => {
    if (desktop === undefined) return;
    let hasHeard = false;
    const leave = desktop.on('project', (state) => {
      hasHeard = true;
      takeState(state);
    });
    desktop.getProject().then(
      (state) => {
        // `none` must not hide this page's own failure of a drop.
        if (!hasHeard && state.state !== 'none') takeState(state);
      },
      () => {},
    );
    return leave;
  }, []);
}
