import type { ActivityEvent } from '../../contract/api/activity.ts';
import type { McpObject } from '../dispatcher.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Function: depends on the registry. */
  readonly description: string | (() => string);
  /** JSON Schema. */
  readonly inputSchema: McpObject;
  /**
   * Rejects with `ToolFailure` if the model can correct the call.
   *
   * @param args unchecked
   */
  call(args: unknown, signal?: AbortSignal): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  /**
   * No structured content: clients then show models nothing else, with code escaped as JSON (Claude Code
   * 2.1.280, Codex; November 2026).
   */
  readonly text: string;
  readonly activity: Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>;
}

/** Names the model's next call. */
export class ToolFailure extends Error {
  readonly target: string;

  constructor(message: string, target = '') {
    super(message);
    this.name = 'ToolFailure';
    this.target = target;
  }
}
