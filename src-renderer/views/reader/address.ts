import type { Route } from '../../router/route.ts';

type SkillRoute = Extract<Route, { view: 'skill' }>;

/** Address of a part of this skill; the question stays. */
export type Address = (part: Partial<SkillRoute>) => string;
