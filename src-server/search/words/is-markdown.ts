export const isMarkdown = (path: string): boolean => path.endsWith('.md');
