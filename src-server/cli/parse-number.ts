import { InvalidArgumentError } from 'commander';

/** For options that take a whole number. */
export function parseNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`);
  };
}
