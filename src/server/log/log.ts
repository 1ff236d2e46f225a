import { safeLine, safeLines } from '../../text/safeText.ts';

export type Level = 'error' | 'warn' | 'info' | 'debug';

const ORDER: Readonly<Record<Level | 'off', number>> = { off: 0, error: 1, warn: 2, info: 3, debug: 4 };

export interface LogOptions {
  readonly format: 'text' | 'json';
  readonly level: Level | 'off';
  /** Whether whole request and response bodies are written. */
  readonly bodies: { readonly request: boolean; readonly response: boolean };
  /** Writes lines; false when they were dropped, since nobody reads them or not fast enough. */
  readonly output: (text: string) => boolean;
}

/** Stands before every further line of a message, so that no text of others looks like a line of the log. */
const INDENT = '    ';

/** What is gathered at most before it is written. */
const MOST_LINES = 1000;
const MOST_CHARS = 2 ** 18;

/** Log lines, gathered and written together so that a busy server does not wait for its terminal at each request. */
export class Log {
  readonly bodies: LogOptions['bodies'];
  readonly #options: LogOptions;
  #waiting: string[] = [];
  #waitingChars = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LogOptions) {
    this.#options = options;
    this.bodies = options.bodies;
  }

  enabled(level: Level): boolean {
    return ORDER[level] <= ORDER[this.#options.level];
  }

  /** One message, mostly of one line. `fields` appear as members of a JSON line; a text line has the message alone. */
  write(level: Level, target: string, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (this.enabled(level)) this.#push(this.#line(level, target, message, fields));
  }

  #line(level: Level, target: string, message: string, fields: Readonly<Record<string, unknown>>): string {
    const time = new Date().toISOString();
    if (this.#options.format === 'json') return safeLine(JSON.stringify({ time, level, target, message, ...fields }));
    const text = safeLines(message).replaceAll('\n', `\n${INDENT}`);
    return `${time} ${level.toUpperCase().padStart(5)} ${target}: ${text}`;
  }

  #push(line: string): void {
    this.#waiting.push(line);
    this.#waitingChars += line.length;
    if (this.#waiting.length >= MOST_LINES || this.#waitingChars >= MOST_CHARS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), 20).unref();
  }

  /** Writes what is waiting; to be called before the process ends. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingChars = 0;
    const gap = `${this.#dropped} log lines were dropped, because nobody read them in time.`;
    const all = this.#dropped > 0 ? [this.#line('warn', 'starbox', gap, {}), ...lines] : lines;
    if (this.#options.output(`${all.join('\n')}\n`)) this.#dropped = 0;
    else this.#dropped += lines.length;
  }
}

/** Reads RUST_LOG, as the public sandbox does: a level, and the words `request` and `response` for bodies. */
export function readLogVariable(text: string | undefined): Pick<LogOptions, 'level' | 'bodies'> {
  const words = (text ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());
  const level = words.findLast((word): word is Level | 'off' | 'trace' => word in ORDER || word === 'trace') ?? 'info';
  return {
    level: level === 'trace' ? 'debug' : level,
    bodies: { request: words.includes('request'), response: words.includes('response') },
  };
}
