/** Answer of `GET /v1/status`: more than the public `/health`. */
import * as Type from '@sinclair/typebox';
import type { DiagnosticCode } from '../codes.ts';
import {
  bool,
  count,
  list,
  object,
  oneOf,
  optional,
  positive,
  text,
  textOrNull,
  texts,
  time,
} from '../schema.ts';

export const checkProgress = object(
  { done: count(), total: count() },
  'How many skills were checked by every rule; absent once all are.',
);

export const readProgress = object(
  { done: count() },
  'How many skills a scan has read that still goes on; absent while there is none, and in small registries.',
);

export const indexProgress = object(
  { done: count(), total: count() },
  'Of how many skills find knows the words; absent once it knows all.',
);

const code = Type.Unsafe<DiagnosticCode>(text('Stable.'));

export const relaxation = object({
  code,
  count: positive('How many places.'),
  how: oneOf(['off', 'note'], { description: 'Not reported, or reported as a note.' }),
  reason: text('In the words of who wrote rules.json.'),
});

const relaxed = list(
  relaxation,
  "What the registry's own rules.json relaxed; absent where it relaxed nothing.",
);

export const diagnostic = object({
  code,
  severity: oneOf(['error', 'warning', 'info']),
  message: text('One sentence.'),
  skillKey: optional(text()),
  registry: optional(text('Name of the layer. Only with several layers.')),
  file: optional(text("Relative to the registry's root.")),
  line: optional(positive()),
  column: optional(positive()),
  pointer: optional(text('JSON pointer into the file.')),
  field: optional(text('Name of a field that is missing from what the pointer leads to.')),
  value: optional(text('The value that is wrong, as JSON; cut to about 60 characters.')),
  expected: optional(text('What the value must be instead.')),
  fix: optional(text('Where the fix of the code is not enough.')),
});

export const diagnosticsResponse = object({
  checking: optional(checkProgress),
  relaxed: optional(relaxed),
  counts: optional(
    object(
      { error: count(), warning: count(), info: count() },
      'Of all, also of those left out here. Absent in older versions.',
    ),
  ),
  more: optional(positive('How many are left out: an answer has at most 1,000.')),
  diagnostics: list(
    diagnostic,
    'What keeps skills from agents first, then what harms them, then errors of style; each by skill, file and line.',
  ),
});

export const submissionCheck = object({
  key: textOrNull('The key it would have.'),
  accepted: bool(),
  problems: list(text(), 'What keeps it out, a sentence each.'),
  relaxed: optional(relaxed),
  diagnostics: list(diagnostic, "Everything the rules say; files are relative to the skill's folder."),
});

export const submissionStored = object({
  key: text(),
  withheld: optional(text('Why agents don’t get it, though it is stored and people do.')),
  taken_out: optional(texts),
  unfindable: optional(texts),
  relaxed: optional(relaxed),
});

const whole = Type.Integer();

export const registryLayout = oneOf(['registry', 'flat', 'skill', 'library'], {
  description:
    'registry: skills/<language>/<author>/<name>/. flat: <language>/<author>/<name>/. skill: one skill. library: a repository with a .skills/ folder.',
});

export const servedLayer = object({
  name: text("Of an added registry, or the folder's base name, made unique."),
  address: optional(text('Only of an added registry.')),
  path: optional(text('Absolute path of the root; only of a folder.')),
  commit: optional(text('Only of an added registry.')),
  skills: count('Keys of this layer.'),
  shadowed: count('Keys of this layer that an upper layer answers.'),
  state: oneOf(['ready', 'update', 'failed'], {
    description: 'update: an update is known. failed: unreadable, or the last check for updates failed.',
  }),
  checked_at: optional(time('Last check for updates; only of an added registry.')),
});

export const mcpCaller = object({
  name: text('As it calls itself.'),
  lastAt: time('When it introduced itself or called last, in vain or not.'),
  lastCall: optional(time('When its last call was answered; absent while none was.')),
  lastRead: optional(
    object(
      {
        at: time(),
        skillKey: text(),
        file: optional(text('Absent where it got what to read first.')),
      },
      'The last skill that it got; absent while it got none.',
    ),
  ),
});

const client = text('An MCP client as it calls itself, else the first product of the user agent.');

/** What a model was told unasked. */
export const toldUnasked = object({
  client: text('The client whose event was answered.'),
  skillKey: text(),
  lines: list(text(), 'What it was warned of.'),
});

const readSkill = object({ skillKey: text(), reads: positive() });

/** How often skills were read, per day and client. */
const readCounts = object(
  {
    days: list(text('`YYYY-MM-DD`, where the service runs.'), 'The last seven days, today last.'),
    clients: list(
      object({
        client,
        reads: list(count(), 'As many as days.'),
        most: optional(readSkill),
      }),
      'Who read; the one that read last is last. At most 32.',
    ),
    skills: list(readSkill, 'The most read ones, the most read first; at most 10.'),
  },
  'Reads of the last seven days, also before the start and of other services of the same user. Absent where nothing is counted, and in older versions.',
);

export const activityResponse = object({
  since: time('When the service started: only `counts` is kept across restarts.'),
  recording: bool(
    'False where other machines could ask, and where the app was told not to: both lists are empty.',
  ),
  reads: list(
    object({
      at: time(),
      client,
      skillKey: text(),
      file: optional(text('Absent where it got what to read first.')),
      section: optional(text('The heading of what it got, where it got one entry; at most 200 characters.')),
    }),
    'Skills that agents and scripts got, the latest first; at most 50.',
  ),
  gaps: list(
    object({
      question: text('As it was asked last; at most 200 characters.'),
      client,
      count: count('How often it was asked.'),
      lastAt: time(),
    }),
    'Questions and names without a skill, the most frequent first; at most 100.',
  ),
  told: optional(
    list(
      object({ at: time(), ...toldUnasked.properties }),
      'What models were told unasked, the latest first; at most 50. Older services lack it.',
    ),
  ),
  counts: optional(readCounts),
});

export const statusResponse = object({
  app: Type.Literal('skills-registry'),
  version: text(),
  instanceId: text('Random for each start.'),
  pid: whole,
  startedAt: time(),
  startedBy: optional(
    oneOf(['tray', 'cli'], {
      description: 'Who ends it: the tray app, or who started it in a terminal. Absent in older versions.',
    }),
  ),
  registry: object({
    path: text("Absolute path of the registry's root."),
    layout: registryLayout,
    available: bool('False while the folder cannot be read; its last state is served.'),
    reason: optional(text('Why it cannot be read.')),
    watching: oneOf(['events', 'scan', 'off'], { description: 'How changes are noticed.' }),
    endedAt: optional(
      time('Since when nothing reads the registry: the thread that does ended, and is started again.'),
    ),
    scannedAt: optional(time('When the folders were last looked at; absent in older versions.')),
    sample: optional(Type.Literal(true, { description: 'The sample that comes with the package.' })),
    readOnly: optional(Type.Literal(true, { description: 'The service may not write into its folder.' })),
  }),
  registries: optional(
    list(servedLayer, 'The layers, the upper first; the uppermost is `registry`. Absent in older versions.'),
  ),
  generation: Type.Integer({ description: 'Counts the snapshots of this run.' }),
  counts: object({
    skills: count('Over HTTP: `served` and `withheld` together.'),
    files: count(),
    served: optional(count('Agents get them. This and the next are absent in older versions.')),
    withheld: optional(
      count(
        'Kept from agents, served to people and over HTTP: the code is in another language, or a text speaks to agents.',
      ),
    ),
    notServed: optional(count('They cannot be served.')),
    drafts: optional(count('Not written yet, and therefore not served.')),
    folders: optional(count('Of skills: `served`, `withheld`, `notServed` and `drafts` together.')),
  }),
  diagnostics: object({ error: whole, warning: whole, info: whole }),
  reading: optional(readProgress),
  indexing: optional(indexProgress),
  checking: optional(checkProgress),
  index: object({
    updatedAt: optional(time('When index.json says that it was made; absent where it does not say.')),
    ageDays: optional(count('Whole days since then.')),
    indexedAt: time(),
    loadMs: Type.Number({ description: 'Milliseconds that reading the folder took.' }),
    findMs: optional(
      Type.Number({ description: 'Milliseconds for the find index; absent until it is ready.' }),
    ),
  }),
  submissions: bool('Whether POST /v1/skills is on.'),
  mcpUrl: text(),
  activity: optional(
    count('Entries of GET /v1/activity so far: another number, another answer. Absent in older versions.'),
  ),
  callers: optional(
    list(
      mcpCaller,
      'Heard of by MCP since the start, the latest first; absent where other machines could ask.',
    ),
  ),
});
