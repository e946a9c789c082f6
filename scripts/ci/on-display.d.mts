/** The command and its arguments, with what must be around them to open windows. */
export function displayCommand(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  command: readonly string[],
): readonly string[];
