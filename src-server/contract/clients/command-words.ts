/** Words for the installed command. Pure. */
import type { CommandState, PathState } from './command.ts';

/** Likeliest first. `label`: button. */
export function commandActions(
  state: CommandState,
): ReadonlyArray<{ readonly action: 'install' | 'remove'; readonly label: string }> {
  const { found, unsupported, path } = state;
  // Installing again adds a missing folder to a Windows user's Path.
  const isWhole = found === 'ours' && (path.state !== 'lacking' || path.line !== undefined);
  const canInstall = unsupported === undefined && found !== 'foreign' && !isWhole;
  const label = found === 'nothing' ? 'Install command' : 'Install again';
  return [
    ...(canInstall ? [{ action: 'install', label } as const] : []),
    ...(canRemove(state) ? [{ action: 'remove', label: 'Remove command' } as const] : []),
  ];
}

function canRemove({ found }: CommandState): boolean {
  return found !== 'nothing' && found !== 'foreign';
}

export function missingLine(state: CommandState): string | undefined {
  return canRemove(state) && state.path.state === 'lacking' ? state.path.line : undefined;
}

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
      return `${file} starts ${starts}, but the program is gone.`;
    case 'foreign':
      return `${file} is another program’s, so it is left as it is. Move it away to install ours.`;
  }
}

/** Empty if found. */
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
