/** Files that our programs write and read. */
import { Type } from '@sinclair/typebox';
import { mapOf, oneOf, positive, time } from '../schema-types.ts';

/** `<data>/skills-registry/servers/<pid>.json`, for finding a running service. */
export const discoveryFileSchema = Type.Object({
  schema: Type.Literal(1),
  pid: positive(),
  instanceId: Type.String({ minLength: 1 }),
  app: oneOf(['tray', 'cli']),
  version: Type.String(),
  host: Type.String(),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  url: Type.String({ pattern: '^http://' }),
  mcpUrl: Type.String({ pattern: '^http://' }),
  registry: Type.String(),
  startedAt: time(),
  /** Folder of the program, links followed. Absent in older versions. */
  program: Type.Optional(Type.String({ minLength: 1 })),
  secret: Type.Optional(Type.String({ minLength: 1 })),
});

const utcTime = Type.String({ format: 'date-time', pattern: 'Z$' });

/** Calls of a client that starts the program by itself. */
export const callerFileSchema = Type.Object({
  schema: Type.Literal(1),
  name: Type.String({ minLength: 1, maxLength: 60 }),
  lastAt: utcTime,
  lastCall: Type.Optional(utcTime),
});

/** Files of an exported site. `complete`: false while an export writes, and after an interrupted export. */
export const siteManifestSchema = Type.Object({
  format: Type.Literal(1),
  tool: Type.String({ maxLength: 100 }),
  complete: Type.Boolean(),
  files: mapOf(
    Type.Object({
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      bytes: Type.Integer({ minimum: 0 }),
    }),
  ),
});
