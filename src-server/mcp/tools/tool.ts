import type { ActivityEvent } from '../../contract/api/activity.ts';
import type { AgentText } from '../../contract/words/agent-lines.ts';
import type { AnswerSources } from '../../skill-answer/fitted-skill.ts';
import type { McpObject } from '../protocol.ts';

/** What the tools ask. */
export interface ToolSources extends AnswerSources {
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal | undefined;
}

/** One of the four reads. A tool never fails for what a model wrote: its answer says what to write instead. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema. */
  readonly inputSchema: McpObject;
  /** @param given unchecked */
  call(given: unknown, sources: ToolSources): Promise<ToolAnswer>;
}

/**
 * Text alone: where an answer has structured content too, clients show a model nothing else, with code escaped as
 * JSON (Claude Code 2.1.280, Codex; November 2026).
 */
export interface ToolAnswer {
  readonly text: AgentText;
  readonly activity: Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>;
}
