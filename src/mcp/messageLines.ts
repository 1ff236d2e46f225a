// Messages over standard input: a line each. A client that gets no answer waits for ever, so what is not read is answered too.

import { agentLimits } from './limits.ts';

/** What is kept of a longer one, at its start and at its end: its id is there. */
const KEPT = 2000;

/** A line, or the answer to one that is not read. */
export type MessageLine = { readonly text: string } | { readonly refusal: string };

/** The lines of an input that are not empty. A line that is too long takes no memory. */
export async function* messageLines(
  input: AsyncIterable<Buffer | string>,
  most: number = agentLimits.messageBytes,
): AsyncGenerator<MessageLine> {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    size += part.length;
    parts.push(part);
    if (size <= most) return;
    const all = Buffer.concat(parts);
    parts = [Buffer.from(all.subarray(0, KEPT)), Buffer.from(all.subarray(Math.max(KEPT, all.length - KEPT)))];
  };
  const take = (): readonly MessageLine[] => {
    const text = Buffer.concat(parts).toString();
    const isLong = size > most;
    parts = [];
    size = 0;
    if (isLong) return [{ refusal: refusalText(idIn(text), INVALID, `A message has at most ${most} bytes.`) }];
    return text.trim() === '' ? [] : [{ text }];
  };
  for await (const chunk of input) {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      add(rest.subarray(0, end));
      yield* take();
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) add(rest);
  }
  yield* take();
}

const NEWLINE = 10;
const INVALID = -32_600;
const PARSE_ERROR = -32_700;

/** The answer to a text that is no message. */
export const notMessage = (id: unknown): string =>
  refusalText(
    id ?? null,
    id === undefined ? PARSE_ERROR : INVALID,
    'This is no message of the protocol: a line of JSON-RPC 2.0.',
  );

/** An error as the answer to a request. */
export const refusalText = (id: unknown, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

const ID = '"id"\\s*:\\s*(\\d{1,15}|"[^"\\\\]{0,100}")';
const AT_START = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?${ID}`);
const AT_END = new RegExp(`,\\s*${ID}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`);

/** The id of a request of which only the start and the end are there; null if it is elsewhere. */
function idIn(text: string): unknown {
  const [, id] = AT_START.exec(text) ?? AT_END.exec(text) ?? [];
  return id === undefined ? null : JSON.parse(id);
}
