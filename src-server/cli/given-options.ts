import type { Command } from 'commander';

/** As words. */
export function givenOptions(command: Command, except: readonly string[]): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const flag = option.long ?? option.short ?? '';
    if (command.getOptionValueSource(name) !== 'cli' || except.includes(flag)) return [];
    const value: unknown = command.getOptionValue(name);
    // `--no-watch` and `--watch` share a name.
    if (option.isBoolean() || option.negate) return value === !option.negate ? [flag] : [];
    if (typeof value === 'boolean') return [];
    return [value].flat().flatMap((one) => [flag, String(one)]);
  });
}
