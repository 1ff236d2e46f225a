// One pass over the bytes of a JSON text before any value is built. It finds every syntax error and checks the limits. The error
// messages, and the positions they name, are those of starknet-devnet.
import { DuplicateKeyError, JsonError } from './json.ts';
import { MemberNames } from './memberNames.ts';
import { utf8Length } from './utf8Length.ts';

/** How large a JSON text may be. */
export interface JsonLimits {
  /** The most arrays and objects inside one another. */
  readonly depth: number;
  /**
   * The most values (including lists and objects), member names and escaped characters together. Escapes count because a string
   * with many of them is usually JSON itself, such as an ABI, and is parsed too.
   */
  readonly values: number;
  /** The most characters of a number. */
  readonly digits: number;
}

/** A place between two members or elements where a large text may be cut, so that its values can be built in pieces. */
export interface JsonCut {
  /** The position of the comma there. */
  readonly at: number;
  /** The lists and objects that are open there, the outermost first. An object around another value comes with that member's name. */
  readonly open: readonly ('[' | '{' | `{${string}:`)[];
  /** Whether `JSON.parse` might round a number between the previous cut and this one. */
  readonly needsExactReader: boolean;
}

// The states of the parser: what it expects next.
const VALUE = 0;
/** After `[`: a value, or the end of the list. */
const FIRST_VALUE = 1;
/** After a comma in a list. */
const NEXT_VALUE = 2;
/** After `{`: a name, or the end of the object. */
const FIRST_NAME = 3;
/** After a comma in an object. */
const NEXT_NAME = 4;
/** After a name. */
const COLON = 5;
/** After a value: a comma, or the end of the list or object around it. */
const AFTER_VALUE = 6;
/** Inside a string that is a value, or a member name. */
const IN_STRING = 7;
const IN_NAME = 8;

const LIST = 0;
const OBJECT = 1;

const WORDS: Readonly<Record<number, string>> = { 116: 'true', 102: 'false', 110: 'null' };
/** `JSON.parse` keeps all digits of integers up to this length. */
const PLAIN_INTEGER = 15;
const SHOWN_NAME = 80;

/** The bytes that stand for themselves in a text: ASCII without quotes, backslashes and control characters. */
const PLAIN = new Uint8Array(256);
PLAIN.fill(1, 0x20, 0x80);
PLAIN[0x22] = 0;
PLAIN[0x5c] = 0;

/**
 * So many elements of a list that are short texts in printable ASCII without escapes, each with its comma, such as calldata or the program of
 * a class. A pattern is compiled before its first use, so it reads the first large request of a process several times faster than `run`.
 */
const RUN_LENGTH = 64;
const PLAIN_TEXTS = new RegExp(`(?:"[ !#-[\\]-~]{0,80}",){${RUN_LENGTH}}`, 'y');
/** More than the pattern reads. If it does not match, it is not tried again before as many bytes, so no byte is read more than twice. */
const RUN_BYTES = RUN_LENGTH * 83;
/** Larger texts are not kept a second time. */
const MAX_TEXT = 2 ** 22;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The value after the last byte. Reading the array out of bounds instead would take ten times as long. */
const END = -1;

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isHexDigit = (byte: number): boolean => isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The check of one text. It can pause, since other requests should not wait for the check of a large text. */
export class JsonCheck {
  readonly #bytes: Uint8Array;
  readonly #limits: JsonLimits;
  readonly #names: MemberNames;
  readonly #pieceBytes: number;
  /** The bytes as a text in which a character is at the position of its byte. */
  #text: string | undefined;
  /** The first position at which `PLAIN_TEXTS` may be tried next. */
  #nextRun = 0;
  readonly #cuts: JsonCut[] = [];
  /** The first position at which the text may be cut next. */
  #nextCut: number;
  /** Where the current member name of each open object begins and ends. */
  readonly #nameStarts: number[] = [];
  readonly #nameEnds: number[] = [];
  /** The lists and objects that are open. */
  readonly #open: number[] = [];
  #at = 0;
  #next = VALUE;
  #values = 0;
  #line = 1;
  #lineStart = 0;
  /** For the string that is being read: where it begins, the number of values before it, and whether it is valid UTF-8 so far. */
  #stringStart = 0;
  #valuesBefore = 0;
  #isUtf8 = true;
  #needsExactReader = false;
  #duplicate: DuplicateKeyError | undefined;

  /** With `pieceBytes`, the check collects a cut about every that many bytes, so that the values can be built in pieces. */
  constructor(bytes: Uint8Array, limits: JsonLimits, pieceBytes = Number.POSITIVE_INFINITY) {
    // Always the same kind of array: V8's code takes twice as long when it has to handle Node's Buffer too.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#limits = limits;
    this.#pieceBytes = pieceBytes;
    this.#nextCut = pieceBytes;
    this.#names = new MemberNames(this.#bytes);
  }

  /** Whether `JSON.parse` might round a number after the last cut. Valid after the whole text is checked. */
  get needsExactReader(): boolean {
    return this.#needsExactReader;
  }

  /** Where the text may be cut. */
  get cuts(): readonly JsonCut[] {
    return this.#cuts;
  }

  /** How much of `limits.values` the text has used so far. */
  get values(): number {
    return this.#values;
  }

  /** Continues the check up to the given byte or a few more. Returns true when the whole text is checked; throws a JsonError. */
  run(stop = Number.POSITIVE_INFINITY): boolean {
    const bytes = this.#bytes;
    const end = bytes.length;
    const open = this.#open;
    let at = this.#at;
    let next = this.#next;
    while (at < stop) {
      if (next === IN_STRING || next === IN_NAME) {
        at = this.#string(at, Math.min(end, stop));
        if (at >= stop) break;
        if (at === end) throw this.#error('EOF while parsing a string', at);
        at++;
        if (!this.#isUtf8) throw this.#error('invalid unicode code point', at);
        if (next === IN_NAME) this.#addName(at);
        next = next === IN_NAME ? COLON : AFTER_VALUE;
        continue;
      }
      let byte = at < end ? bytes[at]! : END;
      if (isBlank(byte)) {
        at = this.#blanks(at, Math.min(end, stop));
        if (at >= stop) break;
        byte = at < end ? bytes[at]! : END;
      }
      if (next === AFTER_VALUE) {
        if (open.length === 0) {
          if (byte !== END) throw this.#error('trailing characters', at + 1);
          if (this.#duplicate) throw this.#duplicate;
          return true;
        }
        const isList = open[open.length - 1] === LIST;
        if (byte === 0x2c) {
          next = isList ? NEXT_VALUE : NEXT_NAME;
          if (at >= this.#nextCut) this.#cut(at);
        } else if (byte === (isList ? 0x5d : 0x7d)) this.#close();
        else if (byte === END) throw this.#error(`EOF while parsing ${isList ? 'a list' : 'an object'}`, at);
        else throw this.#error(`expected \`,\` or \`${isList ? ']' : '}'}\``, at + 1);
        at++;
      } else if (next === COLON) {
        if (byte === END) throw this.#error('EOF while parsing an object', at);
        if (byte !== 0x3a) throw this.#error('expected `:`', at + 1);
        at++;
        next = VALUE;
      } else if (next === FIRST_NAME || next === NEXT_NAME) {
        if (byte === 0x22) {
          this.#count(at);
          at = this.#beginString(at);
          next = IN_NAME;
        } else if (byte === 0x7d && next === FIRST_NAME) {
          this.#close();
          at++;
          next = AFTER_VALUE;
        } else if (byte === END)
          throw this.#error(next === FIRST_NAME ? 'EOF while parsing an object' : 'EOF while parsing a value', at);
        else throw this.#error(byte === 0x7d ? 'trailing comma' : 'key must be a string', at + 1);
      } else if (byte === 0x5d && next !== VALUE) {
        if (next === NEXT_VALUE) throw this.#error('trailing comma', at + 1);
        this.#close();
        at++;
        next = AFTER_VALUE;
      } else if (byte === 0x22 && next !== VALUE && at >= this.#nextRun && this.#hasPlainTexts(at)) {
        at = PLAIN_TEXTS.lastIndex;
        next = NEXT_VALUE;
        if (at > this.#nextCut) this.#cut(at - 1);
      } else {
        this.#count(at);
        if (byte === 0x22) {
          at = this.#beginString(at);
          next = IN_STRING;
        } else if (byte === 0x7b || byte === 0x5b) {
          if (open.length === this.#limits.depth) throw this.#error('recursion limit exceeded', at + 1);
          const isList = byte === 0x5b;
          open.push(isList ? LIST : OBJECT);
          if (!isList) this.#names.open();
          at++;
          next = isList ? FIRST_VALUE : FIRST_NAME;
        } else {
          if (byte === END)
            throw this.#error(next === FIRST_VALUE ? 'EOF while parsing a list' : 'EOF while parsing a value', at);
          at = byte === 0x2d || isDigit(byte) ? this.#number(at) : this.#word(at);
          next = AFTER_VALUE;
        }
      }
    }
    this.#at = at;
    this.#next = next;
    return false;
  }

  /** Whether `PLAIN_TEXTS` matches here. If it does, its texts are counted. */
  #hasPlainTexts(at: number): boolean {
    const end = this.#bytes.length;
    this.#nextRun = at + RUN_BYTES;
    if (end - at < 2 * RUN_LENGTH || end > MAX_TEXT || this.#values + RUN_LENGTH > this.#limits.values) return false;
    this.#text ??= decoder.decode(this.#bytes);
    // A character that takes several bytes would move all positions after it.
    if (this.#text.length !== end) return false;
    PLAIN_TEXTS.lastIndex = at;
    if (!PLAIN_TEXTS.test(this.#text)) return false;
    this.#nextRun = 0;
    this.#values += RUN_LENGTH;
    return true;
  }

  #byteAt(at: number): number {
    return at < this.#bytes.length ? this.#bytes[at]! : END;
  }

  /** Skips blanks. Returns the position after them, or `end`. */
  #blanks(start: number, end: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (at < end && isBlank(bytes[at]!)) {
      at++;
      if (bytes[at - 1] !== 0x0a) continue;
      this.#line++;
      this.#lineStart = at;
    }
    return at;
  }

  #close(): void {
    if (this.#open.pop() === OBJECT) this.#names.close();
  }

  #cut(at: number): void {
    const innermost = this.#open.length - 1;
    const open = this.#open.map((kind, depth): JsonCut['open'][number] => {
      if (kind === LIST) return '[';
      if (depth === innermost) return '{';
      const name = this.#bytes.subarray(this.#nameStarts[depth]! - 1, this.#nameEnds[depth]! + 1);
      return `{${new TextDecoder().decode(name)}:`;
    });
    this.#cuts.push({ at, open, needsExactReader: this.#needsExactReader });
    this.#needsExactReader = false;
    this.#nextCut = at + this.#pieceBytes;
  }

  #count(at: number): void {
    if (++this.#values > this.#limits.values)
      throw this.#error(`the text holds more than ${this.#limits.values} values`, at + 1);
  }

  /** Starts a string. Returns the position after its opening quote. */
  #beginString(at: number): number {
    this.#stringStart = at + 1;
    this.#valuesBefore = this.#values;
    this.#isUtf8 = true;
    return at + 1;
  }

  /** Continues in a string. Returns the position of its closing quote, or `end`. */
  #string(start: number, end: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (at < end) {
      while (at < end && PLAIN[bytes[at]!] === 1) at++;
      if (at >= end) break;
      const byte = bytes[at]!;
      if (byte === 0x22) return at;
      if (byte === 0x5c) at = this.#escape(at);
      else if (byte < 0x20)
        throw this.#error('control character (\\u0000-\\u001F) found while parsing a string', at + 1);
      else {
        const length = this.#isUtf8 ? utf8Length(bytes, at) : 1;
        if (length === 0) this.#isUtf8 = false;
        at += length;
      }
    }
    return at;
  }

  /** Records the member name that ends before the given position. */
  #addName(end: number): void {
    const start = this.#stringStart;
    const depth = this.#open.length - 1;
    this.#nameStarts[depth] = start;
    this.#nameEnds[depth] = end - 1;
    if (this.#duplicate) return;
    if (this.#names.add(start, end - 1, this.#values > this.#valuesBefore)) return;
    const name = new TextDecoder().decode(this.#bytes.subarray(start, end - 1)).slice(0, SHOWN_NAME);
    const { message } = this.#error(`duplicate field \`${name}\``, end);
    this.#duplicate = new DuplicateKeyError(message, depth);
  }

  /** Checks an escape. Returns the position after it. */
  #escape(start: number): number {
    this.#count(start);
    const bytes = this.#bytes;
    const letter = this.#byteAt(start + 1);
    switch (letter) {
      case 0x22: // "
      case 0x5c: // \
      case 0x2f: // /
      case 0x62: // b
      case 0x66: // f
      case 0x6e: // n
      case 0x72: // r
      case 0x74: // t
        return start + 2;
      case 0x75: // u
        if (start + 6 > bytes.length) throw this.#error('EOF while parsing a string', bytes.length);
        for (let at = start + 2; at < start + 6; at++)
          if (!isHexDigit(bytes[at]!)) throw this.#error('invalid escape', at + 1);
        return start + 6;
      case END:
        throw this.#error('EOF while parsing a string', bytes.length);
      default:
        throw this.#error('invalid escape', start + 2);
    }
  }

  /** Checks a number. Returns the position after it. */
  #number(start: number): number {
    let at = this.#byteAt(start) === 0x2d ? start + 1 : start;
    if (this.#byteAt(at) === 0x30) {
      at++;
      if (isDigit(this.#byteAt(at))) throw this.#error('invalid number', at + 1);
    } else at = this.#digits(at);
    let isPlain = at - start <= PLAIN_INTEGER;
    if (this.#byteAt(at) === 0x2e) {
      isPlain = false;
      at = this.#digits(at + 1);
    }
    if ((this.#byteAt(at) | 0x20) === 0x65) {
      isPlain = false;
      const sign = this.#byteAt(at + 1);
      at = this.#digits(sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
    }
    if (at - start > this.#limits.digits) throw this.#tooLong(at);
    if (!isPlain) this.#needsExactReader = true;
    return at;
  }

  /** Checks that there is at least one digit. Returns the position after the digits. */
  #digits(start: number): number {
    let at = start;
    while (isDigit(this.#byteAt(at))) if (++at - start > this.#limits.digits) throw this.#tooLong(at);
    if (at > start) return at;
    throw this.#byteAt(at) === END
      ? this.#error('EOF while parsing a value', at)
      : this.#error('invalid number', at + 1);
  }

  #tooLong(at: number): JsonError {
    return this.#error(`number out of range (it is longer than ${this.#limits.digits} digits)`, at);
  }

  /** Checks `true`, `false` or `null`. Returns the position after it. */
  #word(start: number): number {
    const word = WORDS[this.#byteAt(start)];
    if (word === undefined) throw this.#error('expected value', start + 1);
    for (let i = 1; i < word.length; i++)
      if (this.#byteAt(start + i) !== word.charCodeAt(i))
        throw this.#byteAt(start + i) === END
          ? this.#error('EOF while parsing a value', start + i)
          : this.#error('expected ident', start + i + 1);
    return start + word.length;
  }

  #error(what: string, position: number): JsonError {
    return new JsonError(`${what} at line ${this.#line} column ${position - this.#lineStart}`);
  }
}
