/** Reduces logs and stack traces to messages and nearest frames. */

const MOST_CHARACTERS = 1_000;
const MESSAGE_CHARACTERS = 700;
const LINE_CHARACTERS = 300;
const MOST_FRAMES = 5;

const FRAME =
  /^\s*(?:at .*[:(].*|File ".*", line \d+.*|\d+: .*::.*|#\d+ .*|from .*:\d+:in .*|.*\.go:\d+(?: \+0x[0-9a-f]+)?|[\w./-]+\.\(?[\w*.()]+\((?:0x|\{|\.\.\.).*)$/;
const MESSAGE = /error|exception|warning|panic|fatal|fail|assert|caused by|denied|timed? ?out|refused/i;
/** The exception follows its frames. */
const PYTHON = /^Traceback \(most recent call last\)/m;

export function reducedMessage(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, LINE_CHARACTERS));
  const frames = framesOf(lines);
  const isPlain = (at: number) => !frames.has(at) && (lines[at] ?? '').trim() !== '';
  const plain = [...lines.keys()].filter(isPlain);
  const telling = plain.filter((at) => MESSAGE.test(lines[at] ?? ''));
  const kept = new Set<number>();
  let room = frames.size === 0 ? MOST_CHARACTERS : MESSAGE_CHARACTERS;
  // The first message says what failed, the last messages say why. Other lines fill the rest.
  for (const at of [...telling.slice(0, 1), ...telling.toReversed(), ...plain])
    room = keep(lines, at, kept, room);
  const nearest = PYTHON.test(text) ? [...frames].toReversed() : [...frames];
  room += MOST_CHARACTERS - (frames.size === 0 ? MOST_CHARACTERS : MESSAGE_CHARACTERS);
  for (const at of nearest.slice(0, MOST_FRAMES)) room = keep(lines, at, kept, room);
  return [...kept]
    .sort((a, b) => a - b)
    .map((at) => lines[at])
    .join('\n');
}

function keep(lines: readonly string[], at: number, kept: Set<number>, room: number): number {
  const length = (lines[at]?.length ?? 0) + 1;
  if (kept.has(at) || length > room) return room;
  kept.add(at);
  return room - length;
}

function framesOf(lines: readonly string[]): ReadonlySet<number> {
  return new Set([...lines.keys()].filter((at) => FRAME.test(lines[at] ?? '')));
}
