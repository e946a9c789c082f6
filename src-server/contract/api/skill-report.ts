import type { SkillKey } from './api.ts';

/** A user's note about a fault. */
export interface SkillReport {
  readonly id: string;
  readonly key: SkillKey;
  /** In the reporter's words; absent for the whole skill. */
  readonly section?: string;
  /** Foreign text. */
  readonly what: string;
  /** ISO 8601. */
  readonly at: string;
  /** Reporting client; absent for a person. */
  readonly by?: string;
}

/** `GET /v1/reports`. */
export interface ReportsResponse {
  /** Newest first. */
  readonly reports: readonly SkillReport[];
}

/** Body of `POST /v1/reports`. */
export interface ReportRequest {
  /** A key or any name of the library. */
  readonly path: string;
  readonly section?: string;
  readonly what: string;
}
