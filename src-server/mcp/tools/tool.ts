import type { ActivityEvent } from '../../contract/activity.ts';
import type { McpObject } from '../dispatcher.ts';

/** One tool: what it says of itself, and what it does. Knows nothing of how it is called. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it gives, and when to call it. */
  readonly description: string;
  /** JSON Schemas. */
  readonly inputSchema: McpObject;
  readonly outputSchema: McpObject;
  /**
   * Rejects with `ToolFailure` where the model can do something about it.
   *
   * @param args as they came
   * @param signal aborted when nobody waits for the answer any more
   */
  call(args: unknown, signal?: AbortSignal): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  /** Fits the output schema. */
  readonly structured: McpObject;
  /** The same facts for a model to read. */
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
