import { useMemo } from 'react';
import { useCopy } from '../../components/copy.tsx';
import { desktop } from '../../desktop.ts';
import { offersView } from '../../host.ts';
import { parseRoute } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import { toSkillModel } from '../../skill/skill-model.ts';
import { useSkill } from '../../skill/use-skill.ts';
import { useRegistry, useService } from '../../stores/use-stores.tsx';
import { allCommands, type Command, fileCommands, matchCommands, readFileQuery } from './commands.ts';

const MOST_FILES = 3;

export function useAllCommands(): readonly Command[] {
  const mcpUrl = useService((service) => (service.phase === 'serving' ? service.status?.mcpUrl : undefined));
  return useMemo(() => allCommands({ mcpUrl, isApp: desktop !== undefined, offers: offersView }), [mcpUrl]);
}

export interface FoundCommands {
  readonly commands: readonly Command[];
  /** False while the skill's files are loading. */
  readonly isAnswered: boolean;
}

export function useCommands(query: string): FoundCommands {
  const all = useAllCommands();
  const skills = useRegistry((registry) => registry.skills);
  const asked = useMemo(() => readFileQuery(query, skills), [query, skills]);
  const skill = useSkill(asked?.row.key);
  return useMemo(() => {
    const model = skill?.value === undefined ? undefined : toSkillModel(skill.value);
    const files = asked === undefined || model === undefined ? [] : model.files.map(({ path }) => path);
    const opening = asked === undefined ? [] : fileCommands(asked, files).slice(0, MOST_FILES);
    return {
      commands: [...opening, ...matchCommands(query, all)],
      isAnswered: skill === undefined || skill.value !== undefined || skill.state === 'failed',
    };
  }, [asked, skill, query, all]);
}

export function useRunCommand(): (command: Command) => void {
  const copy = useCopy();
  return (command) => {
    if (command.kind === 'open') navigate(parseRoute(command.href));
    else void copy(command.text, command.said);
  };
}
