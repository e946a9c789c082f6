/** Answer of `GET /v1/status`: more than the public `/health`. */
import { Type } from '@sinclair/typebox';
import { count, oneOf, text, time } from '../schema-types.ts';
import { checkProgress } from './diagnostics.ts';

export const registryLayout = oneOf(['registry', 'flat', 'skill', 'library'], {
  description:
    'registry: skills/<language>/<author>/<name>/. flat: <language>/<author>/<name>/. skill: one skill. library: a repository with a .skills/ folder.',
});

export const servedLayer = Type.Object({
  name: text("Of an added registry, or the folder's base name, made unique."),
  address: Type.Optional(text('Only of an added registry.')),
  path: Type.Optional(text('Absolute path of the root; only of a folder.')),
  commit: Type.Optional(text('Only of an added registry.')),
  skills: count('Keys of this layer.'),
  shadowed: count('Keys of this layer that an upper layer answers.'),
  state: oneOf(['ready', 'update', 'failed'], {
    description: 'update: an update is known. failed: unreadable, or the last check for updates failed.',
  }),
  checked_at: Type.Optional(time('Last check for updates; only of an added registry.')),
});

export const mcpCaller = Type.Object({
  name: text('As it calls itself.'),
  lastAt: time('When it introduced itself or called last, in vain or not.'),
  lastCall: Type.Optional(time('When its last call was answered; absent while none was.')),
  lastRead: Type.Optional(
    Type.Object(
      {
        at: time(),
        skillKey: Type.String(),
        file: Type.Optional(text('Absent where it got what to read first.')),
      },
      { description: 'The last skill that it got; absent while it got none.' },
    ),
  ),
});

export const statusResponse = Type.Object({
  app: Type.Literal('skills-registry'),
  version: Type.String(),
  instanceId: text('Random for each start.'),
  pid: Type.Integer(),
  startedAt: time(),
  registry: Type.Object({
    path: text("Absolute path of the registry's root."),
    layout: registryLayout,
    available: Type.Boolean({ description: 'False while the folder cannot be read.' }),
    reason: Type.Optional(text('Why it cannot be read.')),
    watching: oneOf(['events', 'scan', 'off'], { description: 'How changes are noticed.' }),
    scannedAt: Type.Optional(time('When the folders were last looked at; absent in older versions.')),
    sample: Type.Optional(
      Type.Literal(true, { description: 'It is the sample that comes with the package.' }),
    ),
  }),
  registries: Type.Optional(
    Type.Array(servedLayer, {
      description: 'The layers, the upper first; the uppermost is `registry`. Absent in older versions.',
    }),
  ),
  generation: Type.Integer({ description: 'Counts the snapshots of this run.' }),
  counts: Type.Object({
    skills: Type.Integer(),
    files: Type.Integer(),
    drafts: Type.Optional(
      Type.Integer({ description: 'Skills that are not written yet, and therefore not served.' }),
    ),
    leftOut: Type.Optional(
      Type.Integer({
        description: 'Other folders of skills that cannot be served, such as of a broken skill.json.',
      }),
    ),
  }),
  diagnostics: Type.Object({ error: Type.Integer(), warning: Type.Integer(), info: Type.Integer() }),
  checking: Type.Optional(checkProgress),
  index: Type.Object({
    updatedAt: Type.Optional(time('When index.json says that it was made; absent where it does not say.')),
    ageDays: Type.Optional(count('Whole days since then.')),
    indexedAt: time(),
    loadMs: Type.Number({ description: 'Milliseconds that reading the folder took.' }),
    findMs: Type.Optional(
      Type.Number({ description: 'Milliseconds for the find index; absent until it is ready.' }),
    ),
  }),
  submissions: Type.Boolean({ description: 'Whether POST /v1/skills is on.' }),
  mcpUrl: Type.String(),
  callers: Type.Optional(
    Type.Array(mcpCaller, {
      description:
        'Programs that were heard of by MCP since the start, the latest first; absent where other machines could ask.',
    }),
  ),
});
