import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_REPORT_BYTES } from '../../contract/api/limits.ts';
import type { ReportRequest, ReportsResponse } from '../../contract/api/skill-report.ts';
import isReportRequest from '../../contract/schemas/report-request.schema.json?validate';
import { describeMissing } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { parseJsonBody, readJsonText, type TextParser, textParser } from '../read-json.ts';
import { sendJson } from '../respond.ts';
import { pathParameter, type Route } from '../route.ts';

export function reportRoutes({ live, search, reports }: ServedRegistry): readonly Route[] {
  let parser: Promise<TextParser> | undefined;
  return [
    {
      method: 'GET',
      path: '/v1/reports',
      async handle(_request, response) {
        live.snapshot();
        const body: ReportsResponse = { reports: await reports.list() };
        sendJson(response, body);
      },
    },
    {
      method: 'POST',
      path: '/v1/reports',
      async handle(request, response, record) {
        live.snapshot();
        parser ??= textParser(MAX_REPORT_BYTES);
        const body = parseJsonBody(await readJsonText(await parser, request, response));
        if (!isReportRequest(body)) throw new ApiError('bad_request', WRONG_BODY);
        const { path, section, what } = body as ReportRequest;
        const [key, ...others] = search().resolve(path);
        if (key === undefined)
          throw new ApiError('skill_not_found', `${describeMissing(live.snapshot(), path)}.`);
        if (others.length > 0)
          throw new ApiError(
            'bad_request',
            `'${path}' may be any of ${[key, ...others].join(', ')}: give the whole key.`,
          );
        record({ target: key, skillKey: key });
        sendJson(response, await reports.add({ key, what, ...(section !== undefined && { section }) }), 201);
      },
    },
    {
      method: 'POST',
      path: '/v1/reports/:id/remove',
      async handle(request, response) {
        live.snapshot();
        if (!(await reports.remove(pathParameter(request, 'id'))))
          throw new ApiError('report_not_found', 'This registry has no note with this id.');
        sendJson(response, { removed: true });
      },
    },
  ];
}

const WRONG_BODY =
  'The body must be { "path", "what" } and may have "section": a skill, what is wrong in at most 1,000 characters, and a file or heading in at most 200.';
