export const ACTIONS: Readonly<
  Record<string, { readonly version: string; readonly commit: string; readonly inputs: readonly string[] }>
>;
export const RUNNERS: readonly string[];

/** A sentence for each fault of a workflow, beside those that actionlint finds. */
export function findWorkflowFaults(
  text: string,
  project: { readonly hasFile: (path: string) => boolean; readonly npmScripts: readonly string[] },
): readonly string[];
