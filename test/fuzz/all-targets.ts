import type { FuzzTarget } from './fuzz-target.ts';
import { markdownTarget } from './targets/markdown-target.ts';
import { projectTargets } from './targets/project-targets.ts';
import { registryTargets } from './targets/registry-targets.ts';
import { serviceTargets } from './targets/service-targets.ts';
import { settingsTargets } from './targets/settings-targets.ts';

export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  markdownTarget,
  ...settingsTargets,
  ...projectTargets,
  ...registryTargets,
  ...serviceTargets,
];
