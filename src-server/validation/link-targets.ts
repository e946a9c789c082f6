interface LinkTarget {
  readonly target: string;
  readonly offset: number;
}

/** `[name]: target` */
const DEFINITION = /^ {0,3}\[[^\]]{1,200}\]:[ \t]*(?=\S)/;

/** `[text](target "title")`, `![alt](<target>)` and `[name]: target`, in linear time. */
export function* linkTargets(line: string): Iterable<LinkTarget> {
  let from = 0;
  const definition = DEFINITION.exec(line)?.[0];
  if (definition !== undefined) {
    const offset = definition.length;
    from = endOf(line, offset, isSpace);
    yield { target: line.slice(offset, from), offset };
  }
  for (;;) {
    const start = line.indexOf('](', from);
    if (start < 0) return;
    const found = targetAt(line, endOf(line, start + 2, isInk));
    from = found?.end ?? start + 2;
    if (found !== undefined) yield found;
  }
}

function targetAt(line: string, start: number): (LinkTarget & { readonly end: number }) | undefined {
  const isQuoted = line.charAt(start) === '<';
  const offset = isQuoted ? start + 1 : start;
  const end = isQuoted ? endOf(line, offset, isAngle) : endOfPlainTarget(line, offset);
  if (isQuoted && line.charAt(end) !== '>') return undefined;
  const after = isQuoted ? end + 1 : end;
  const close = isInk(line.charAt(after)) ? after : endOf(line, after, isBracket);
  if (line.charAt(close) !== ')') return undefined;
  return { target: line.slice(offset, end), offset, end: close + 1 };
}

/** With one level of brackets. */
function endOfPlainTarget(line: string, start: number): number {
  let end = endOf(line, start, isTargetEnd);
  while (line.charAt(end) === '(') {
    const close = endOf(line, end + 1, isSpaceOrBracket);
    if (line.charAt(close) !== ')') return end;
    end = endOf(line, close + 1, isTargetEnd);
  }
  return end;
}

function endOf(line: string, start: number, isEnd: (character: string) => boolean): number {
  let end = start;
  while (end < line.length && !isEnd(line.charAt(end))) end += 1;
  return end;
}

function isInk(character: string): boolean {
  return character !== ' ' && character !== '\t';
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}

function isAngle(character: string): boolean {
  return character === '<' || character === '>';
}

function isBracket(character: string): boolean {
  return character === '(' || character === ')';
}

function isSpaceOrBracket(character: string): boolean {
  return isBracket(character) || isSpace(character);
}

function isTargetEnd(character: string): boolean {
  return isAngle(character) || isSpaceOrBracket(character);
}
