import type { SkillKey } from './api.ts';

/** Note about a fault. */
export interface SkillReport {
  readonly id: string;
  readonly key: SkillKey;
  /** In the reporter's words. Default: whole skill. */
  readonly section?: string;
  /** Foreign text. */
  readonly what: string;
  /** ISO 8601. */
  readonly at: string;
  /** Client; absent for people. */
  readonly by?: string;
}

/** `GET /v1/reports`. */
export interface ReportsResponse {
  /** Newest first. */
  readonly reports: readonly SkillReport[];
}

/** `POST /v1/reports`. */
export interface ReportRequest {
  /** Key or any name of the library. */
  readonly path: string;
  readonly section?: string;
  readonly what: string;
}
