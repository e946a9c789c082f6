import type { SkillKey } from './api.ts';

/** What somebody found wrong with a skill. A note for people; it changes nothing that is served. */
export interface SkillReport {
  readonly id: string;
  readonly key: SkillKey;
  /** A file or a heading, in the reporter's words; absent for the whole skill. */
  readonly section?: string;
  /** Foreign text. */
  readonly what: string;
  /** ISO 8601. */
  readonly at: string;
  /** The client that reported it, as it calls itself; absent for a person. */
  readonly by?: string;
}

/** `GET /v1/reports`. */
export interface ReportsResponse {
  /** Newest first. */
  readonly reports: readonly SkillReport[];
}

/** The body of `POST /v1/reports`. */
export interface ReportRequest {
  /** A key, or any name of the library. */
  readonly path: string;
  readonly section?: string;
  readonly what: string;
}
