const DIGITS = 10;

export function shortCommit(commit: string): string {
  return commit.slice(0, DIGITS);
}
