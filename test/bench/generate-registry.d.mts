export function generateRegistry(
  folder: string,
  options: { skills: number; files?: number; words?: number; seed?: number },
): object;
