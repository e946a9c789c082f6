import { useMemo } from 'react';
import type { MatchResponse } from '../../../src-server/contract/api/match.ts';
import { CommandLine } from '../../components/command-line.tsx';
import { AsideSection, ViewAside } from '../../components/view-aside.tsx';
import { formatCount, listWords } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { projectModel } from './project-model.ts';
import { failWords } from './project-words.ts';

const NAMED = 3;

export function ProjectAside({ found }: { readonly found: MatchResponse }) {
  const model = useMemo(() => projectModel(found), [found]);
  const apart = [...new Set(model.drifting.map(({ name }) => name))];
  const rest = apart.length - NAMED;
  return (
    <ViewAside label="About this project">
      {apart.length > 0 && (
        <AsideSection
          title={
            apart.length === 1
              ? 'One skill is for another version'
              : `${formatCount(apart.length)} libraries have a skill for another version`
          }
        >
          <p>
            <b>
              <Revealed text={listWords(apart.slice(0, NAMED))} />
            </b>
            {rest > 0 && ` and ${formatCount(rest)} more`}: check what the skill says against the version in
            use.
          </p>
        </AsideSection>
      )}
      <AsideSection title="How a match is decided">
        <p>
          <b>Exact</b>: the skill names the package. <b>Repository</b>: both name the same one. A name alone
          is a guess.
        </p>
      </AsideSection>
      {model.keys.length > 0 && (
        <AsideSection title="Hold it in CI">
          <p>Fails if a library has high risk, or its skill is for another version.</p>
          <p>
            <CommandLine line="skills-registry match --direct --fail-on risk,drift" />
          </p>
          <p className="muted">{failWords(model)}</p>
        </AsideSection>
      )}
      <AsideSection title="Stays here">
        <p>
          The list of libraries goes to your own service and nowhere else. Manifests and lock files are read;
          nothing is run or installed.
        </p>
      </AsideSection>
    </ViewAside>
  );
}
