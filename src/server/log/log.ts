import type { TextOrPieces } from '../../rpc/answerText.ts';
import { type PaintedText, safePainted } from '../../text/paintedText.ts';
import { safeLine, safeLines } from '../../text/safeText.ts';
import { colouredLevel, dim } from './logColours.ts';
import { RefusalLog } from './refusalLog.ts';

export type Level = 'error' | 'warn' | 'info' | 'debug' | 'trace';

const ORDER: Readonly<Record<Level | 'off', number>> = { off: 0, error: 1, warn: 2, info: 3, debug: 4, trace: 5 };

export interface LogOptions {
  readonly format: 'text' | 'json';
  readonly level: Level | 'off';
  /** Whether text lines have colours; not if it is left out. */
  readonly colours?: boolean;
  /** Whether whole request and response bodies are written. At level trace they always are. */
  readonly bodies: { readonly request: boolean; readonly response: boolean };
  /** Writes lines. Returns false if they were dropped because the reader is too slow or gone. */
  readonly output: (text: string) => boolean;
}

type Members = Readonly<Record<string, unknown>>;
/** Members of a JSON line. A function is only called for one. */
export type LogFields = Members | (() => Members);

/** The indent of further lines of a message, so that no text of a client looks like a line of the log. */
const INDENT = '    ';
const FURTHER_LINE = /\n(?!\n)/g;

/** The buffer is written when it reaches one of these sizes. */
const MAX_LINES = 1000;
const MAX_CHARS = 2 ** 18;

/** The log. Lines are buffered and written together, so that a busy server does not wait for its terminal at each request. */
export class Log {
  readonly #options: LogOptions;
  #waiting: string[] = [];
  #waitingChars = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Refused requests, which any client can cause. */
  readonly #refusals = new RefusalLog((text) => this.write('warn', 'http', text));

  constructor(options: LogOptions) {
    this.#options = options;
  }

  enabled(level: Level): boolean {
    return ORDER[level] <= ORDER[this.#options.level];
  }

  /** Writes a message, mostly of one line, which may have colours of its own. `fields` are members of a JSON line; a text line has only the message. */
  write(level: Level, target: string, message: string | PaintedText, fields: LogFields = {}): void {
    if (this.enabled(level)) this.#push(this.#line(level, target, message, fields));
  }

  /** Writes a message whatever the level is. */
  always(level: Level, target: string, message: string, fields: LogFields = {}): void {
    this.#push(this.#line(level, target, message, fields));
  }

  /** Logs a refused request. `kind` is the status of the answer, or another word of ours. */
  refused(kind: string, text: string): void {
    if (this.enabled('warn')) this.#refusals.refused(kind, text);
  }

  /** The body of a request, if bodies are logged. */
  request(url: string, body: string | Buffer): void {
    if (this.#options.bodies.request || this.enabled('trace'))
      this.write('info', 'request', `${url} ${body.toString()}`);
  }

  /** The body of an answer, if bodies are logged. Pieces are logged as they are read. */
  response(answer: TextOrPieces): TextOrPieces {
    if (!this.#options.bodies.response && !this.enabled('trace')) return answer;
    if (typeof answer !== 'string') return this.#pieces(answer);
    this.write('info', 'response', answer);
    return answer;
  }

  async *#pieces(pieces: AsyncIterable<string>): AsyncIterable<string> {
    for await (const piece of pieces) {
      this.write('info', 'response', piece);
      yield piece;
    }
  }

  #line(level: Level, target: string, message: string | PaintedText, fields: LogFields): string {
    const time = new Date().toISOString();
    const { format, colours = false } = this.#options;
    const plain = () => (typeof message === 'string' ? message : message(false));
    if (format === 'json') {
      const members = typeof fields === 'function' ? fields() : fields;
      return safeLine(JSON.stringify({ time, level, target, message: plain(), ...members }));
    }
    const safe = colours && typeof message !== 'string' ? safePainted(message(true)) : safeLines(plain());
    const text = safe.replace(FURTHER_LINE, `\n${INDENT}`);
    const word = level.toUpperCase().padStart(5);
    if (!colours) return `${time} ${word} ${target}: ${text}`;
    return `${dim(time)} ${colouredLevel(level, word)} ${dim(`${target}:`)} ${text}`;
  }

  #push(line: string): void {
    this.#waiting.push(line);
    this.#waitingChars += line.length;
    if (this.#waiting.length >= MAX_LINES || this.#waitingChars >= MAX_CHARS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), 20).unref();
  }

  /** Writes the buffered lines. To be called before the process ends. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingChars = 0;
    const gap = `${this.#dropped} log lines were dropped, because they were not read in time.`;
    const all = this.#dropped > 0 ? [this.#line('warn', 'starbox', gap, {}), ...lines] : lines;
    if (this.#options.output(`${all.join('\n')}\n`)) this.#dropped = 0;
    else this.#dropped += lines.length;
  }
}

/** Reads RUST_LOG as starknet-devnet does: a level, and the words `request` and `response` for bodies. */
export function readLogVariable(text: string | undefined): Pick<LogOptions, 'level' | 'bodies'> {
  const words = (text ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());
  return {
    level: words.findLast((word): word is Level | 'off' => Object.hasOwn(ORDER, word)) ?? 'info',
    bodies: { request: words.includes('request'), response: words.includes('response') },
  };
}
