/** What a page shows of a terminal: `console` blocks, each command behind `$ `, and below it what it prints. */
import type { FencedBlock } from './markdown-page.ts';

export interface ConsoleStep {
  readonly command: string;
  /** As the page has it; `…` stands for any rest of a line, alone on a line for any lines. */
  readonly output: string;
}

export function consoleSteps(blocks: readonly FencedBlock[]): readonly ConsoleStep[] {
  return blocks
    .filter(({ language }) => language === 'console')
    .flatMap(({ lines }) => {
      const steps: { command: string; output: string[] }[] = [];
      for (const line of lines) {
        const [, command] = /^\$ (.+)$/.exec(line) ?? [];
        if (command !== undefined) steps.push({ command, output: [] });
        else steps.at(-1)?.output.push(line);
      }
      return steps.map(({ command, output }) => ({ command, output: output.join('\n').trimEnd() }));
    });
}

/** What a step's output may be; ends of lines and of the whole don't count. */
export function outputPattern(output: string): RegExp {
  const lines = output.split('\n').map((line) => {
    if (line === '…') return '(?:[^\\n]*\\n)*?';
    const parts = line.split('…').map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
    return `${parts.join('[^\\n]*')}\\n`;
  });
  return new RegExp(`^${lines.join('')}$`);
}
