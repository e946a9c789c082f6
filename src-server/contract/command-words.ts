/** How the installed command stands, in words: for the window, the tray and the results of installing. Pure. */
import type { CommandState, PathState } from './command.ts';

export function canInstall({ found, unsupported }: CommandState): boolean {
  return unsupported === undefined && found !== 'foreign';
}

export function canRemove({ found }: CommandState): boolean {
  return found !== 'nothing' && found !== 'foreign';
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
