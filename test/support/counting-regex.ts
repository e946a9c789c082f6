/**
 * A regular expression that counts its steps. It goes about its work as the engine's own does, by trying and taking
 * back, and says how often it looked at a character; the engine itself has no such number to tell. Lookbehinds are
 * taken as one step, so they have to be short.
 */
export class CountingRegex {
  private readonly match: Matcher;
  private readonly pattern: RegExp;
  private readonly state: State = { text: '', captures: [], steps: 0 };

  constructor(pattern: RegExp) {
    this.pattern = pattern;
    this.match = new Parser(pattern, this.state).parse();
  }

  /** Steps of looking for the first match at `from` or after it, and what was found. */
  find(text: string, from: number): { readonly steps: number; readonly found: string | undefined } {
    this.state.text = text;
    this.state.steps = 0;
    const last = this.pattern.sticky ? from : text.length;
    for (let start = from; start <= last; start += 1) {
      let end = -1;
      this.state.captures = [];
      const isFound = this.match(start, (offset) => {
        end = offset;
        return true;
      });
      if (isFound) return { steps: this.state.steps, found: text.slice(start, end) };
    }
    return { steps: this.state.steps, found: undefined };
  }
}

interface State {
  text: string;
  captures: Array<readonly [start: number, end: number] | undefined>;
  steps: number;
}

type Then = (offset: number) => boolean;
type Matcher = (offset: number, then: Then) => boolean;
/** The offset behind the character that fits, -1 where none does. */
type CharacterTest = (offset: number) => number;

interface Atom {
  readonly match: Matcher;
  readonly character?: CharacterTest;
  /** Alternatives without a quantifier: each fits in one way or not at all. */
  readonly plain?: readonly CharacterTest[];
}

class Parser {
  private readonly source: string;
  private readonly flags: string;
  private readonly isUnicode: boolean;
  private readonly isMultiline: boolean;
  private readonly state: State;
  private at = 0;
  private groups = 0;

  constructor({ source, flags, unicode, multiline }: RegExp, state: State) {
    this.source = source;
    this.flags = flags.replace(/[gymd]/g, '');
    this.isUnicode = unicode;
    this.isMultiline = multiline;
    this.state = state;
  }

  parse(): Matcher {
    const { match } = this.alternatives();
    if (this.at !== this.source.length) throw new Error(`Not understood: ${this.source.slice(this.at)}`);
    return match;
  }

  private alternatives(): Atom {
    const options = [this.sequence()];
    while (this.take('|')) options.push(this.sequence());
    const plain = options.flatMap(({ character }) => character ?? []);
    const match: Matcher = (offset, then) => {
      for (const option of options) if (option.match(offset, then)) return true;
      return false;
    };
    return plain.length === options.length ? { match, plain } : { match };
  }

  /** With `character`: characters only, one after the other. */
  private sequence(): Atom {
    const parts: Atom[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source.charAt(this.at)))
      parts.push(this.quantified());
    const match = parts.reduceRight<Matcher>(
      (rest, part) => (offset, then) => part.match(offset, (next) => rest(next, then)),
      (offset, then) => then(offset),
    );
    const tests = parts.flatMap(({ character }) => character ?? []);
    if (tests.length < parts.length) return { match };
    const character: CharacterTest = (offset) => {
      let end = offset;
      for (const test of tests) {
        this.state.steps += 1;
        end = test(end);
        if (end < 0) break;
      }
      return end;
    };
    return { match, character };
  }

  private quantified(): Atom {
    const atom = this.atom();
    const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.source.slice(this.at));
    if (quantifier === null) return atom;
    this.at += quantifier[0].length;
    const isLazy = this.take('?');
    const [mark, from = '0', comma = '', to = ''] = quantifier;
    const low = mark === '+' ? 1 : Number(from);
    const high = mark === '?' ? 1 : mark.length === 1 || (comma && to === '') ? Infinity : Number(to || from);
    if (atom.character !== undefined)
      return { match: this.repeatedCharacter(atom.character, low, high, isLazy) };
    if (atom.plain !== undefined && !isLazy) return { match: this.repeatedPlain(atom.plain, low, high) };
    return { match: this.repeated(atom.match, low, high, isLazy) };
  }

  private repeated(match: Matcher, low: number, high: number, isLazy: boolean): Matcher {
    const round =
      (count: number): Matcher =>
      (offset, then) => {
        this.state.steps += 1;
        const more = () =>
          count < high &&
          match(offset, (next) => (next > offset || count < low) && round(count + 1)(next, then));
        const enough = () => count >= low && then(offset);
        return isLazy ? enough() || more() : more() || enough();
      };
    return round(0);
  }

  /** As `repeated`, greedy, without a call for each round. */
  private repeatedPlain(options: readonly CharacterTest[], low: number, high: number): Matcher {
    return (start, then) => {
      const rounds = [{ offset: start, tried: 0 }];
      this.state.steps += 1;
      for (let round = rounds.at(-1); round !== undefined; round = rounds.at(-1)) {
        const count = rounds.length - 1;
        const option = count < high ? options[round.tried] : undefined;
        if (option !== undefined) {
          round.tried += 1;
          const next = option(round.offset);
          if (next < 0 || (next === round.offset && count >= low)) continue;
          this.state.steps += 1;
          rounds.push({ offset: next, tried: 0 });
          continue;
        }
        if (count >= low && then(round.offset)) return true;
        rounds.pop();
      }
      return false;
    };
  }

  /** Without a call for each round, so that long runs don't overflow the stack. */
  private repeatedCharacter(test: CharacterTest, low: number, high: number, isLazy: boolean): Matcher {
    return (offset, then) => {
      const ends = [offset];
      const more = () => {
        this.state.steps += 1;
        const next = ends.length > high ? -1 : test(ends[ends.length - 1] ?? 0);
        if (next >= 0) ends.push(next);
        return next >= 0;
      };
      while (ends.length <= low || !isLazy) if (!more()) break;
      if (ends.length <= low) return false;
      if (isLazy) {
        do if (then(ends[ends.length - 1] ?? 0)) return true;
        while (more());
        return false;
      }
      for (let count = ends.length - 1; count >= low; count -= 1) {
        this.state.steps += 1;
        if (then(ends[count] ?? 0)) return true;
      }
      return false;
    };
  }

  private atom(): Atom {
    const { source } = this;
    const character = source.charAt(this.at);
    if (character === '(') return this.group();
    if (character === '^' || character === '$') {
      this.at += 1;
      return { match: this.edge(character) };
    }
    const backreference = /^\\([1-9])/.exec(source.slice(this.at))?.[1];
    if (backreference !== undefined) {
      this.at += 2;
      return { match: this.sameAs(Number(backreference)) };
    }
    if (/^\\b/i.test(source.slice(this.at))) {
      const assertion = new RegExp(source.slice(this.at, this.at + 2), `${this.flags}y`);
      this.at += 2;
      return { match: this.assertion(assertion) };
    }
    const test = this.characterTest(this.characterSource());
    return {
      match: (offset, then) => {
        this.state.steps += 1;
        const next = test(offset);
        return next >= 0 && then(next);
      },
      character: test,
    };
  }

  /** The source of a class, an escape or a character. */
  private characterSource(): string {
    const rest = this.source.slice(this.at);
    const found =
      /^(?:\[(?:\\[\s\S]|[^\\\]])*\]|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\p\{[^}]*\}|\\[\s\S])/i.exec(
        rest,
      )?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
    this.at += found.length;
    return found;
  }

  private characterTest(source: string): CharacterTest {
    const pattern = new RegExp(`^${source}$`, this.flags);
    const known = new Map<string, boolean>();
    return (offset) => {
      const { text } = this.state;
      if (offset >= text.length) return -1;
      const character = this.isUnicode
        ? String.fromCodePoint(text.codePointAt(offset) ?? 0)
        : text.charAt(offset);
      let fits = known.get(character);
      if (fits === undefined) {
        fits = pattern.test(character);
        known.set(character, fits);
      }
      return fits ? offset + character.length : -1;
    };
  }

  private group(): Atom {
    const start = this.at;
    const kind = /^\((?:\?(?::|<?[=!]|<\w+>))?/.exec(this.source.slice(start))?.[0] ?? '(';
    this.at += kind.length;
    const isCapture = kind === '(' || /^\(\?<\w/.test(kind);
    if (isCapture) this.groups += 1;
    const number = this.groups;
    const inside = this.alternatives();
    if (!this.take(')')) throw new Error('A group has no end.');
    if (kind === '(?:') return inside;
    return { match: this.special(kind, inside.match, start, isCapture ? number : undefined) };
  }

  /** A group that looks around or captures. */
  private special(kind: string, inside: Matcher, start: number, capture: number | undefined): Matcher {
    if (kind === '(?=') return (offset, then) => inside(offset, () => true) && then(offset);
    if (kind === '(?!') return (offset, then) => !inside(offset, () => true) && then(offset);
    if (capture === undefined)
      return this.assertion(new RegExp(this.source.slice(start, this.at), `${this.flags}y`));
    return (offset, then) =>
      inside(offset, (end) => {
        const before = this.state.captures[capture];
        this.state.captures[capture] = [offset, end];
        if (then(end)) return true;
        this.state.captures[capture] = before;
        return false;
      });
  }

  private assertion(pattern: RegExp): Matcher {
    return (offset, then) => {
      this.state.steps += 1;
      pattern.lastIndex = offset;
      return pattern.test(this.state.text) && then(offset);
    };
  }

  private edge(kind: string): Matcher {
    return (offset, then) => {
      this.state.steps += 1;
      const { text } = this.state;
      const isEdge = kind === '^' ? offset === 0 : offset === text.length;
      const beside = text.charAt(kind === '^' ? offset - 1 : offset);
      return (isEdge || (this.isMultiline && /[\n\r\u2028\u2029]/.test(beside))) && then(offset);
    };
  }

  private sameAs(group: number): Matcher {
    return (offset, then) => {
      const [start, end] = this.state.captures[group] ?? [0, 0];
      const wanted = this.state.text.slice(start, end);
      this.state.steps += 1 + wanted.length;
      return this.state.text.startsWith(wanted, offset) && then(offset + wanted.length);
    };
  }

  private take(character: string): boolean {
    const isThere = this.source.startsWith(character, this.at);
    if (isThere) this.at += character.length;
    return isThere;
  }
}
