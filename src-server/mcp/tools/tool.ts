import type { ActivityEvent } from '../../contract/api/activity.ts';
import type { McpObject } from '../dispatcher.ts';

/** One tool: what it says of itself, and what it does. Knows nothing of how it is called. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it gives, and when to call it. A function where it tells of what is served now. */
  readonly description: string | (() => string);
  /** JSON Schema of the arguments. */
  readonly inputSchema: McpObject;
  /** Hints for clients; default: it only reads, and only what is on this machine. */
  readonly annotations?: McpObject;
  /**
   * Rejects with `ToolFailure` where the model can do something about it.
   *
   * @param args as they came
   * @param signal aborted when nobody waits for the answer any more
   * @param client who calls, as it calls itself
   */
  call(args: unknown, signal?: AbortSignal, client?: string): Promise<ToolAnswer>;
}

/** What a tool answers, and what that is about, for the activity list. */
export interface ToolAnswer {
  /**
   * All of the answer. There is no structured content: clients show a model nothing else where there is one (Claude Code
   * 2.1.280 and Codex, looked at in November 2026), with code escaped as JSON. Programs have the HTTP interface.
   */
  readonly text: string;
  /** For the activity list. */
  readonly told: Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>;
}

/** Why a tool has no answer, in words that tell the model what to call instead. */
export class ToolFailure extends Error {
  readonly target: string;

  constructor(message: string, target = '') {
    super(message);
    this.name = 'ToolFailure';
    this.target = target;
  }
}
