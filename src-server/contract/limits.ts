import { groupDigits } from './words.ts';

const MIB = 1024 * 1024;

/**
 * The limits that someone may meet: sizes and counts of what comes from outside and of what is answered, and how long
 * somebody waits. Each stands here alone, and is used from here. A constant that is a detail of one algorithm, such as how
 * far a search looks or how often a loop turns, stands beside it. A new limit replaces another, or names the user who
 * needs it.
 */
export const LIMITS = {
  // Files of a registry. What is larger or more is not served, and a diagnostic says so.
  /** Bytes of a text that is served. */
  textBytes: 8 * MIB,
  /** Bytes of a skill.json that is read. */
  manifestBytes: 256 * 1024,
  /** Bytes of all texts of a skill. */
  skillBytes: 16 * MIB,
  /** All texts of a registry: their UTF-16 units in memory, their bytes in a copy. */
  registryBytes: 512 * MIB,
  filesPerSkill: 200,
  /** Folders between `skills/` and a skill, and below a skill. */
  folderDepth: 4,
  /** Bytes of an index.json that is read. */
  indexBytes: 16 * MIB,
  /** Entries of index.json: a file may have millions, each with a problem. */
  indexEntries: 50_000,
  /** Bytes of a rules.json that is read. */
  rulesBytes: 64 * 1024,
  /** Levels of JSON: walking deeper values could overflow the stack. */
  jsonDepth: 100,
  /** Symptoms of a skill, and characters of each. */
  symptoms: 100,
  symptomCharacters: 500,

  // What is found about a registry.
  /**
   * UTF-16 units at the beginning of a text that rules and the find index read, as `length` counts them: strings are cut
   * without encoding them. They are the same number of bytes in ASCII, and up to three times as many in other scripts.
   */
  analyzedLength: 256 * 1024,
  /** UTF-16 units of a text whose tokens are counted; those of a longer one are estimated from a sample. */
  countedLength: MIB,
  /** Entries of a skill that are told apart; the last one of a file has the rest of it. */
  entriesPerSkill: 2_000,
  /** Findings of a skill that are kept; others are counted. */
  findingsPerSkill: 500,
  /** Findings of no skill that are kept, such as of entries of index.json; others are counted. */
  generalFindings: 1_000,
  /** Diagnostics that an answer lists; others are counted. */
  diagnostics: 1_000,

  // Answers for a model.
  /** Characters of a part of a skill; longer ones are cut, and the answer says so. */
  shownCharacters: 64 * 1024,
  /** Characters of texts in one answer, some 64,000 tokens. */
  answerCharacters: 256 * 1024,
  /** Characters of a skill, some 250,000 tokens; the rest is not shown to models. */
  skillCharacters: MIB,
  /** Tokens of an answer where the caller gives no budget: of a skill with a query, and without one. */
  queryTokens: 900,
  skillTokens: 6_000,
  /** Skills of an answer to several names; those behind are named. Without a budget, each has so many tokens. */
  togetherSkills: 3,
  togetherTokens: 600,
  /** Tokens of the dangers of a project without a budget, and libraries that are read for it; others are named. */
  projectTokens: 2_000,
  projectLibraries: 100,
  /** Tokens of `find_skills` and of `get_section` without a budget. */
  findTokens: 700,
  sectionTokens: 250_000,

  // Requests.
  /** Characters of a question in an address; beyond: 400. */
  queryLength: 1_000,
  /** Characters of a question in a body, such as a stack trace; beyond: 400. */
  postedQueryLength: 65_536,
  results: 1_000,
  /** Bytes of the body of a request; beyond: 413. */
  bodyBytes: MIB,
  /** Packages of `POST /v1/match`; beyond: 400. */
  matchedPackages: 5_000,
  /** Submitted skills, which are those of tier2; beyond: 409. */
  submittedSkills: 5_000,
  /** Milliseconds until a request is complete; beyond: 408. */
  requestMs: 30_000,
  /** Milliseconds until the headers of a request are complete; beyond: 408. */
  headersMs: 10_000,
  /** Milliseconds that a connection may be without traffic, as of a page that reads nothing. */
  idleMs: 120_000,
  /** Milliseconds that a question waits for the words of a start; beyond: 503. Less than `idleMs`, which would end it. */
  wordsMs: 100_000,
  /** Connections that are open at once; further ones are closed. */
  connections: 4_096,
  /** Streams that stay open, of MCP and of `GET /v1/events` each; others are refused. */
  streams: 128,
  /** Requests of a connection that wait for their turn, before no more are read from it. */
  waitingRequests: 100,
  /** Characters of a token for other computers: a shorter one could be guessed. Bytes of its file. */
  leastSecretLength: 16,
  secretBytes: 4_096,
  /** Bytes of an answer of a service to a command: a skill may have 16 MiB, and more as JSON. */
  serviceAnswerBytes: 128 * MIB,
  /** Bytes of answers that are kept as they are sent. */
  preparedBytes: 16 * MIB,
  /** Skills and files whose answers are kept as objects, those asked last. */
  keptAnswers: 256,
  /** Bytes of texts that were decoded lately, as strings. */
  decodedBytes: 2 * MIB,

  // MCP.
  /** Messages of a batch; over HTTP, a longer one is refused, over standard input the calls behind. */
  batchCalls: 50,
  /** Characters of all answers of a batch over HTTP; the calls behind are refused. */
  batchCharacters: MIB,
  /** Bytes of a line on standard input; a longer one is skipped to its end, and refused. */
  lineBytes: 10 * MIB,
  /** Skills that a page of resources lists. */
  resourcesPerPage: 200,

  // Activity. Of each list the oldest entry is forgotten.
  callers: 32,
  reads: 50,
  gaps: 100,
  told: 50,
  /** Characters of what was asked for, and of the name of who asked. */
  targetCharacters: 200,
  /** Addresses of HTTP whose route is known without matching. */
  knownAddresses: 1_000,
  clientCharacters: 60,
  /** Bytes of a file by which programs of the user find services, callers and the last registry. */
  announcedBytes: 64 * 1024,
  /** Bytes of one file of the built page, of which the largest has 230 kB. */
  pageFileBytes: 32 * MIB,
  /** Bytes of the file that counts reads per day, client and skill. */
  countedBytes: 100_000,
  /** Skills of a client that are counted by name, per day; others are counted together. */
  countedSkills: 200,

  // What is told unasked (POST /v1/hook).
  /** Bytes of a client's event; beyond: 413, and nothing is told. */
  hookBytes: 256 * 1024,
  /** Tokens that one answer to an event may have. */
  toldTokens: 120,
  /** Sessions of clients that are known at once; who comes back later is told again. */
  hookSessions: 500,
  /** Characters of a session's name. */
  sessionCharacters: 200,
  /** Libraries and files that are known of a session. */
  toldPerSession: 200,
  filesPerSession: 200,

  // Waiting.
  /** Milliseconds that an answer with tokens waits for them; beyond: 503. */
  countedMs: 10_000,
  /** Milliseconds that a submission waits for its check; beyond: 500. */
  reviewMs: 30_000,
  /** Milliseconds after which a disk counts as hung that is looked at. */
  locateMs: 5_000,
  /** Folders that are looked into for a registry; without a skill among so many, the search ends. */
  locatedFolders: 10_000,
  /** Milliseconds that a command waits for a service: the first find on a large registry waits for the index. */
  serviceAnswerMs: 30_000,
  /** Milliseconds that a writer waits for another process that holds the lock of the same folder. */
  lockMs: 30_000,
  /** Milliseconds that running requests get when the service ends. */
  closeMs: 2_000,

  // Projects.
  /** Folders between a project and a manifest in it. */
  projectDepth: 12,
  /** Files and folders of a project that are looked at, and manifests that are read. */
  projectEntries: 100_000,
  projectFiles: 5_000,
  /** Bytes of a manifest, a lock file, or a file that `sync` changes. */
  projectFileBytes: 32 * MIB,
  /** Characters of a lock file in YAML: its parser reads 5 MB per second, and holds twenty times the text. */
  lockYamlLength: 16 * MIB,
  /** Bytes of the package.json of an installed package. */
  installedManifestBytes: 256 * 1024,
  /** Bytes of the app's settings.json. */
  settingsBytes: MIB,
  /** Packages of a project; others are counted. */
  projectPackages: 25_000,
  /** Bytes of a manifest of the library that `init` reads. */
  libraryManifestBytes: MIB,

  // The page.
  /** Characters of a text that is drawn; a longer one stays raw, since drawing it would block the window. */
  drawnLength: 250_000,

  // Tasks of skills, whose programs `eval` runs.
  taskFiles: 300,
  taskBytes: 4 * MIB,
  /** Bytes that the tests of a task, or an agent, may print; beyond, they are ended. */
  printedBytes: MIB,
  /** Seconds that the tests of a task may ask for, and that an agent may. */
  testSeconds: 600,
  agentSeconds: 3_600,

  // Added registries.
  /** Characters of an address. */
  addressLength: 2_000,
  /** Redirects in a row that are followed. */
  redirects: 5,
  /** Bytes of a site's manifest: of 10,000 skills it has some 20 MB, and parsed up to 50 times as many. */
  siteManifestBytes: 32 * MIB,
  /** Bytes of a file whose changes are shown before an update. */
  comparedBytes: 256 * 1024,
  /** Bytes that git may list: files of a commit, refs (some 250,000 branches and tags), and a commit itself. */
  gitListBytes: 64 * MIB,
  gitRefsBytes: 16 * MIB,
  gitCommitBytes: MIB,
  gitFetchBytes: 200 * 1_000_000,
  gitFetchMs: 60_000,
  /** Bytes of git and its children together, where the system tells (Linux). A fetch of 200 MB needs about half. */
  gitMemoryBytes: 1024 * MIB,
} as const;

/**
 * Says `A question has 1,000 characters at most.` of a longer one; undefined for others. Schemas of addresses and bodies count
 * characters the same way.
 */
export function tooLongQuestion(question: string, most: number): string | undefined {
  // Characters have one or two units: counting them is only needed in between.
  if (question.length <= most) return undefined;
  if (question.length <= 2 * most && Array.from(question).length <= most) return undefined;
  return `A question has ${groupDigits(most)} characters at most.`;
}
