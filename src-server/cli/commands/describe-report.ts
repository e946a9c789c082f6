/** For people. */

import { checkingWords, problemWords } from '../../contract/diagnostics/severity.ts';
import { LOST_REGISTRY_STATE } from '../../contract/service/lost-registry.ts';
import { printable } from '../../contract/words/printable.ts';
import { servedSkills } from '../text/count.ts';
import { describeClient } from '../text/describe-client.ts';
import type { DoctorReport, ReportedService } from './doctor-report.ts';

/** @param lineHere adapts our commands to this terminal */
export function describeReport(report: DoctorReport, lineHere: (line: string) => string): string {
  const { version, node, system, command, port, services, clients, findings, logs } = report;
  const inside = system.inside === undefined ? '' : ` (${system.inside})`;
  const owner = port.owner && `${port.owner.name ?? 'a program'} (process ${port.owner.pid})`;
  const sections: Array<readonly [title: string, lines: readonly string[]]> = [
    [
      `skills-registry ${version}, Node ${node}, ${system.platform} ${system.release} ${system.arch}${inside}`,
      [`Started as ${command}`, `Port ${port.number}: ${owner ?? 'nobody is seen listening'}`],
    ],
    ['Services', services.length === 0 ? ['none runs'] : services.flatMap(describeService)],
    [
      'Clients',
      clients.length === 0
        ? ['none found']
        : clients.map((client) => describeClient(client, (iso) => `at ${iso}`)),
    ],
    ['Findings', findings.flatMap((finding) => describeFinding(finding, lineHere))],
    ...logs.map(
      ({ file, size, lines }) =>
        [`${file}, ${size} bytes`, lines.length === 0 ? ['no warning at its end'] : lines] as const,
    ),
  ];
  return sections
    .map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].map(printable).join('\n'))
    .join('\n\n');
}

function describeService(service: ReportedService): string[] {
  const { url, app, version, pid, startedAt, registry } = service;
  const who = app === 'tray' ? 'tray app' : 'command line';
  return [
    `${url}  ${version}, ${who}, process ${pid}, since ${startedAt}`,
    `  ${registry}: ${describeState(service)}`,
  ];
}

function describeState({ silent, status }: ReportedService): string {
  if (silent) return 'does not answer';
  if (status === undefined) return 'tells more to those alone who show its token';
  const { registry, counts, diagnostics, checking } = status;
  // The findings contain the reason and the fix.
  if (!registry.available) return LOST_REGISTRY_STATE;
  return [
    servedSkills(counts),
    problemWords(diagnostics),
    ...(checking === undefined ? [] : [checkingWords(checking)]),
    `watched by ${registry.watching}`,
  ].join(', ');
}

export function describeFinding(
  { severity, title, fix, line }: DoctorReport['findings'][number],
  lineHere: (line: string) => string,
): string[] {
  return [
    `${severity}: ${title}`,
    ...(fix ? [`  ${fix}`] : []),
    ...(line ? [`      ${lineHere(line)}`] : []),
  ];
}
