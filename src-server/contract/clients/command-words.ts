/** How the installed command stands, in words: for the window, the tray and the results of installing. Pure. */
import type { CommandState, PathState } from './command.ts';

/** What can be done about it, the likeliest first; `label` names it on a button. */
export function commandDeeds(
  state: CommandState,
): ReadonlyArray<{ readonly deed: 'install' | 'remove'; readonly label: string }> {
  const { found, unsupported, path } = state;
  // Installing again adds what a Windows user's Path lacks.
  const isWhole = found === 'ours' && (path.state !== 'lacking' || path.line !== undefined);
  const canInstall = unsupported === undefined && found !== 'foreign' && !isWhole;
  const label = found === 'nothing' ? 'Install command' : 'Install again';
  return [
    ...(canInstall ? [{ deed: 'install', label } as const] : []),
    ...(canRemove(state) ? [{ deed: 'remove', label: 'Remove command' } as const] : []),
  ];
}

/** Whether there is a command of ours. */
function canRemove({ found }: CommandState): boolean {
  return found !== 'nothing' && found !== 'foreign';
}

/** The line to paste so that terminals find an installed command; undefined where none is needed. */
export function missingLine(state: CommandState): string | undefined {
  return canRemove(state) && state.path.state === 'lacking' ? state.path.line : undefined;
}

/** What is so, and where; then why it can't be otherwise, if it can't. */
export function commandSentence(state: CommandState): string {
  const { unsupported } = state;
  if (state.found === 'nothing' && unsupported !== undefined) return unsupported;
  const sentences = [foundSentence(state), ...(unsupported === undefined ? [] : [unsupported])];
  return (canRemove(state) ? [...sentences, pathSentence(state.path)] : sentences).join(' ').trim();
}

function foundSentence({ file, found, starts = '' }: CommandState): string {
  switch (found) {
    case 'nothing':
      return `Not installed. It would be at ${file}.`;
    case 'ours':
      return `Installed at ${file}.`;
    case 'other-copy':
      return `${file} belongs to another copy of the app: it starts ${starts}.`;
    case 'gone':
      return `${file} starts ${starts}, which is not there any more.`;
    case 'foreign':
      return `${file} is another program’s, so it is left as it is. Move it away to install ours.`;
  }
}

/** What keeps a terminal from finding it; empty where nothing does. */
export function pathSentence(path: PathState): string {
  switch (path.state) {
    case 'found':
      return '';
    case 'lacking':
      return `Your PATH lacks ${path.folder}.`;
    case 'hidden':
      return `A terminal starts ${path.by} instead, which comes first on your PATH.`;
  }
}
