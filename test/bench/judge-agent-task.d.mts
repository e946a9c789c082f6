export const READ_TOKENS: number;
export function advisedCall(
  text: string,
): { readonly name: string; readonly arguments: Readonly<Record<string, string | number>> } | undefined;
export function firstKey(text: string, keys: readonly string[]): string | undefined;
export function judgeTask(
  task: {
    readonly tool: string;
    readonly skill?: string;
    readonly text?: string;
    readonly wrongLanguage?: boolean;
  },
  answer: {
    readonly first: string | undefined;
    readonly strength: string | undefined;
    readonly isError: boolean;
    readonly read: string;
  },
): { readonly isRight: boolean; readonly isHonest: boolean; readonly hasText?: boolean };
