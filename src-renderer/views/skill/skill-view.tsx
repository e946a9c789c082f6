import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FullSkill } from '../../../src-server/contract/api.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { useCopy } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useKeys } from '../../components/shortcuts.tsx';
import { Empty, Notice } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { formatRoute, type Route } from '../../route/route.ts';
import { navigate } from '../../route/use-route.ts';
import { type SkillFile, type SkillModel, toSkillModel } from '../../skill/skill-model.ts';
import { plural } from '../../text/format.ts';
import { useRegistry, useResource, useWorld } from '../../world/use-world.tsx';
import { AgentPanel, useAgentCopy } from './agent-panel.tsx';
import { Document } from './document.tsx';
import { type OutlineEntry, ReadingPath } from './reading-path.tsx';
import './skill.css';
import { SkillFacts } from './skill-facts.tsx';
import { SkillHeader } from './skill-header.tsx';

type SkillRoute = Extract<Route, { view: 'skill' }>;

/** One skill: what it is, its files in reading order, the open one, and handing it to an agent. */
export default function SkillView({ route }: { readonly route: SkillRoute }) {
  const { api } = useWorld();
  const answer = useResource(`skill ${route.key}`, (signal) => api.skill(route.key, signal));
  const isGone = answer.failure?.kind === 'refused' && answer.failure.status === 404;
  // What was read stays, also when the skill is taken away meanwhile.
  if (isGone)
    return answer.value === undefined ? (
      <MissingSkill skillKey={route.key} />
    ) : (
      <Skill route={route} skill={answer.value} removed />
    );
  return (
    <ViewFrame of={answer} whole rows={12}>
      {(skill) => <Skill route={route} skill={skill} removed={false} />}
    </ViewFrame>
  );
}

function Skill({
  route,
  skill,
  removed,
}: {
  readonly route: SkillRoute;
  readonly skill: FullSkill;
  readonly removed: boolean;
}) {
  const row = useRegistry(({ byKey }) => byKey.get(route.key));
  const model = useMemo(() => {
    const own = toSkillModel(skill);
    return {
      ...own,
      summary: own.summary ?? row?.summary,
      sourceUrl: own.sourceUrl ?? row?.sourceUrl,
    };
  }, [skill, row]);
  return <Reading route={route} model={model} removed={removed} />;
}

function Reading({
  route,
  model,
  removed,
}: {
  readonly route: SkillRoute;
  readonly model: SkillModel;
  readonly removed: boolean;
}) {
  const { files } = model;
  const at = Math.max(
    0,
    files.findIndex(({ path }) => path === route.file),
  );
  const file = files[at];
  const copy = useCopy();
  const agent = useAgentCopy(route.key, model);
  const [outline, setOutline] = useState<readonly OutlineEntry[]>([]);
  const [panelOpen, setPanelOpen] = useState(false);
  const open = (target: SkillFile | undefined) => {
    if (target !== undefined) navigate({ view: 'skill', key: route.key, file: target.path });
  };
  useChangeToast(file);
  useKeys({
    '[': () => open(files[at - 1]),
    ']': () => open(files[at + 1]),
    y: () => void copy(route.key, `Copied ${route.key}`),
    c: agent.copy,
    r: () =>
      navigate(
        { view: 'skill', key: route.key, ...(file && { file: file.path }), raw: !route.raw },
        'replace',
      ),
    Escape: panelOpen ? () => setPanelOpen(false) : undefined,
  });
  return (
    <div className="skill">
      <SkillHeader skillKey={route.key} model={model} />
      <ReadingPath skillKey={route.key} model={model} current={at} outline={outline} />
      <div className="read scroll" data-reading>
        {removed && (
          <Notice tone="care" title="This skill was removed while you read it.">
            <p>The text below is the last one that was served.</p>
          </Notice>
        )}
        {file === undefined ? (
          <NoFiles model={model} />
        ) : (
          <Document
            key={file.path}
            skillKey={route.key}
            file={file}
            next={files[at + 1]}
            position={positionOf(files, file)}
            files={files}
            raw={route.raw === true}
            target={route.at ?? (route.line === undefined ? undefined : route.line)}
            onOutline={setOutline}
          />
        )}
      </div>
      <aside className={panelOpen ? 'hand scroll open' : 'hand scroll'} aria-label="Hand over and facts">
        <AgentPanel agent={agent} model={model} />
        <SkillFacts skillKey={route.key} model={model} />
      </aside>
      <div className="hand-bar">
        <span className="number">
          <b>
            {agent.fit.files.length} of {plural(files.length, 'file')}
          </b>
          <span className="muted">{plural(agent.fit.used, 'token')}</span>
        </span>
        <Button aria-expanded={panelOpen} onClick={() => setPanelOpen(!panelOpen)}>
          <Icon of={SlidersHorizontal} />
          Budget
        </Button>
        <Button look="main" onClick={agent.copy}>
          Copy for an agent
        </Button>
      </div>
    </div>
  );
}

/** Says that the text under one's eyes was replaced; where one reads stays where it is. */
function useChangeToast(file: SkillFile | undefined): void {
  const toast = useToast();
  const last = useRef(file);
  useEffect(() => {
    if (file !== undefined && last.current?.path === file.path && last.current.text !== file.text)
      toast(`${file.path} changed on disk; this is the new text`);
    last.current = file;
  }, [file, toast]);
}

function positionOf(files: readonly SkillFile[], file: SkillFile): string {
  const same = files.filter(({ priority }) => priority === file.priority);
  return `${same.indexOf(file) + 1} of ${same.length} in ${file.priority}`;
}

function NoFiles({ model }: { readonly model: SkillModel }) {
  return (
    <div className="doc">
      <Empty title="This skill has no text to read.">
        <p>
          {model.missing.length > 0
            ? `skill.json lists ${plural(model.missing.length, 'file')}, and none of them is there.`
            : 'Its folder holds no markdown file and no example.'}
        </p>
      </Empty>
    </div>
  );
}

function MissingSkill({ skillKey }: { readonly skillKey: string }) {
  const name = skillKey.split('/').at(-1) ?? skillKey;
  return (
    <Sheet whole>
      <Empty
        whole
        title={`There is no skill ${skillKey}.`}
        actions={
          <>
            <LinkButton look="main" href={formatRoute({ view: 'search', query: name })}>
              Search for “{name}”
            </LinkButton>
            <LinkButton href="#/browse">Show all skills</LinkButton>
          </>
        }
      >
        <p role="alert">It may have been moved or removed, or its skill.json cannot be read: see Problems.</p>
      </Empty>
    </Sheet>
  );
}
