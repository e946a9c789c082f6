import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { shortFolder } from '../../src-server/contract/words/short-folder.ts';
import { plural } from '../text/format.ts';
import type { State } from '../ui/show/marks.tsx';

/** The bar's dot, and the word beside it. */
export function describeState(state: ServiceState): { readonly dot: State; readonly words: string } {
  const served = servedWords(state);
  switch (state.phase) {
    case 'serving':
      return state.status.counts.skills === 0
        ? { dot: 'off', words: 'No skills yet' }
        : { dot: 'on', words: served };
    case 'away':
      return { dot: 'wait', words: `${plural(state.status.counts.skills, 'skill')}, folder gone` };
    case 'asking':
      return { dot: 'none', words: 'Asking the service' };
    case 'starting':
    case 'restarting':
      return { dot: 'wait', words: state.phase === 'starting' ? 'Starting' : 'Restarting' };
    case 'stopped':
    case 'stopping':
      return { dot: 'off', words: state.phase === 'stopped' ? 'Stopped' : 'Stopping' };
    case 'failed':
      return { dot: 'fail', words: 'Not serving' };
    case 'silent':
      return { dot: 'fail', words: 'Not answering' };
    case 'exported':
      return { dot: 'on', words: 'A copy to read' };
  }
}

function servedWords({ status }: ServiceState): string {
  if (status === undefined) return '';
  const { counts, registry } = status;
  if (registry.sample === true) return plural(counts.skills, 'sample skill');
  return `${plural(counts.skills, 'skill')} from ${shortFolder(registry.path)}`;
}
