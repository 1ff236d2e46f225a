import { type PaintedText, safePainted } from '../../text/paintedText.ts';
import { safeLine, safeLines } from '../../text/safeText.ts';
import { colouredLevel, dim } from './logColours.ts';

export type Level = 'error' | 'warn' | 'info' | 'debug' | 'trace';

type Members = Readonly<Record<string, unknown>>;
/** Members of a JSON line. A function is only called for one. */
export type LogFields = Members | (() => Members);

/** A text that is made when its line is written, which may be a moment later. */
export interface DeferredText {
  readonly text: () => string;
}

/** A line before it is a text. */
export interface LogEntry {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly level: Level;
  readonly target: string;
  readonly message: string | PaintedText | DeferredText;
  readonly fields: LogFields;
}

export interface LineStyle {
  readonly format: 'text' | 'json';
  /** Whether text lines have colours; not if it is left out. */
  readonly colours?: boolean;
}

/** The indent of further lines of a message, so that no text of a client looks like a line of the log. */
const INDENT = '    ';
const FURTHER_LINE = /\n(?!\n)/g;

const WORDS: Readonly<Record<Level, string>> = {
  error: 'ERROR',
  warn: ' WARN',
  info: ' INFO',
  debug: 'DEBUG',
  trace: 'TRACE',
};

/** A line of the log, or several lines if the message has more. A text line has only the message, a JSON line also the fields. */
export function formatLine(entry: LogEntry, { format, colours = false }: LineStyle): string {
  const { level, target, message, fields } = entry;
  const time = timeText(entry.time);
  if (format === 'json') {
    const members = typeof fields === 'function' ? fields() : fields;
    return safeLine(JSON.stringify({ time, level, target, message: plainText(message), ...members }));
  }
  const safe = colours && typeof message === 'function' ? safePainted(message(true)) : safeLines(plainText(message));
  const text = safe.includes('\n') ? safe.replace(FURTHER_LINE, `\n${INDENT}`) : safe;
  if (!colours) return `${time} ${WORDS[level]} ${target}: ${text}`;
  return `${dim(time)} ${colouredLevel(level, WORDS[level])} ${dim(`${target}:`)} ${text}`;
}

function plainText(message: LogEntry['message']): string {
  if (typeof message === 'string') return message;
  return typeof message === 'function' ? message(false) : message.text();
}

let second = -1;
let secondText = '';

/** Such as `2026-01-31T12:00:00.250Z`. COST: a busy server writes thousands of lines in a second, and their times differ in three digits. */
function timeText(time: number): string {
  const now = Math.floor(time / 1000);
  if (now !== second) {
    second = now;
    secondText = new Date(now * 1000).toISOString().slice(0, -4);
  }
  return `${secondText}${String(time - now * 1000).padStart(3, '0')}Z`;
}
