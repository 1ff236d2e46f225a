import { type AnswerText, isComplete, type TextOrPieces } from '../../rpc/answerText.ts';
import { formatLine, type Level, type LineStyle, type LogEntry, type LogFields } from './logLine.ts';
import { RefusalLog } from './refusalLog.ts';

const ORDER: Readonly<Record<Level | 'off', number>> = { off: 0, error: 1, warn: 2, info: 3, debug: 4, trace: 5 };

export interface LogOptions extends LineStyle {
  readonly level: Level | 'off';
  /** Whether whole request and response bodies are written. At level trace they always are. */
  readonly bodies: { readonly request: boolean; readonly response: boolean };
  /** Writes lines. Returns false if they were dropped because the reader is too slow or gone. */
  readonly output: (text: string) => boolean;
}

/** The buffer is written when it reaches one of these sizes. */
const MAX_LINES = 1000;
const MAX_CHARS = 2 ** 18;
/** What a line that is not made yet counts for. */
const USUAL_CHARS = 200;

/** How long a line waits after a time without lines: until the request that caused it is answered. */
const SOON_MS = 5;
/** The shortest time between two writes, unless the buffer is full. */
const INTERVAL_MS = 100;

/**
 * The log. Lines are buffered, and made and written together, so that a busy server does not wait for its terminal at each request. COST: the line
 * of a transfer takes about 110 µs right after it, because the transfer has filled the caches of the processor, and 15 µs among other lines.
 */
export class Log {
  readonly #options: LogOptions;
  #waiting: (string | LogEntry)[] = [];
  #waitingChars = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #lastWrite = 0;
  /** The advice that was logged. */
  readonly #advice = new Set<string>();
  /** Refused requests, which any client can cause. */
  readonly #refusals = new RefusalLog((text) => this.write('warn', 'http', text));

  constructor(options: LogOptions) {
    this.#options = options;
  }

  /** Whether lines have colours. */
  get hasColours(): boolean {
    return this.#options.format === 'text' && this.#options.colours === true;
  }

  enabled(level: Level): boolean {
    return ORDER[level] <= ORDER[this.#options.level];
  }

  /** Writes a message, mostly of one line, which may have colours of its own. `fields` are members of a JSON line; a text line has only the message. */
  write(level: Level, target: string, message: LogEntry['message'], fields: LogFields = {}): void {
    if (this.enabled(level)) this.always(level, target, message, fields);
  }

  /** Writes a message whatever the level is. */
  always(level: Level, target: string, message: LogEntry['message'], fields: LogFields = {}): void {
    const entry: LogEntry = { time: Date.now(), level, target, message, fields };
    // A text with colours of its own is long and made from much, which must not stay in memory.
    const line = typeof message === 'function' ? this.#line(entry) : entry;
    const chars = typeof line === 'string' ? line.length : typeof message === 'string' ? message.length : USUAL_CHARS;
    this.#push(line, entry.time, chars);
  }

  /** Logs how to get better explanations, each text once. */
  advise(text: string | undefined): void {
    if (text === undefined || this.#advice.has(text)) return;
    this.#advice.add(text);
    this.write('info', 'explain', text);
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
  response<A extends AnswerText>(answer: A): A | TextOrPieces {
    if (!this.#options.bodies.response && !this.enabled('trace')) return answer;
    if (!isComplete(answer)) return this.#pieces(answer);
    this.write('info', 'response', typeof answer === 'string' ? answer : answer.join(''));
    return answer;
  }

  async *#pieces(pieces: AsyncIterable<string>): AsyncIterable<string> {
    for await (const piece of pieces) {
      this.write('info', 'response', piece);
      yield piece;
    }
  }

  #line(entry: LogEntry): string {
    try {
      return formatLine(entry, this.#options);
    } catch (error) {
      // A line must not end the process, which an error in a timer does.
      return formatLine({ ...entry, message: `A line could not be written: ${error}`, fields: {} }, this.#options);
    }
  }

  #push(line: string | LogEntry, now: number, chars: number): void {
    this.#waiting.push(line);
    this.#waitingChars += chars;
    if (this.#waiting.length >= MAX_LINES || this.#waitingChars >= MAX_CHARS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), this.#delay(now)).unref();
  }

  /** The clock may have been set back. */
  #delay(now: number): number {
    return Math.min(Math.max(this.#lastWrite + INTERVAL_MS - now, SOON_MS), INTERVAL_MS);
  }

  /** Writes the buffered lines. To be called before the process ends. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingChars = 0;
    const time = Date.now();
    this.#lastWrite = time;
    const lines = waiting.map((line) => (typeof line === 'string' ? line : this.#line(line)));
    if (this.#dropped > 0) {
      const message = `${this.#dropped} log lines were dropped, because they were not read in time.`;
      lines.unshift(this.#line({ time, level: 'warn', target: 'starbox', message, fields: {} }));
    }
    if (this.#options.output(`${lines.join('\n')}\n`)) this.#dropped = 0;
    else this.#dropped += waiting.length;
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
