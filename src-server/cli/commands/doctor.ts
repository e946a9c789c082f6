import type { Command } from 'commander';
import { COMMAND_NAME } from '../../contract/clients/command.ts';
import type { DoctorFinding } from '../../contract/clients/connect.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import type { CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { describeFinding, describeReport } from './describe-report.ts';
import { examineAll } from './doctor-report.ts';

export function registerDoctor(program: Command, io: CliIo): void {
  program
    .command('doctor')
    .description('print what runs here and every problem, as text for a bug report, without secrets')
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const report = await examineAll(io);
      io.out(json ? printableJson(report, 2) : describeReport(report, (line) => lineHere(line, io)));
      failOnErrors(report.findings, io);
    });
}

/** For `connect --doctor`. */
export function printFindings(findings: readonly DoctorFinding[], asJson: boolean, io: CliIo): void {
  const lines = findings.flatMap((finding) => describeFinding(finding, (line) => lineHere(line, io)));
  io.out(asJson ? printableJson(findings, 2) : lines.map(printable).join('\n'));
  failOnErrors(findings, io);
}

function failOnErrors(findings: readonly DoctorFinding[], io: CliIo): void {
  if (findings.some(({ severity }) => severity === 'error')) io.setExitCode(EXIT_CODES.failed);
}

function lineHere(line: string, io: CliIo): string {
  const [program, ...words] = line.split(' ');
  return program === COMMAND_NAME ? cliLine(words, io) : line;
}
