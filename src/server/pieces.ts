import type { Writable } from 'node:stream';

/** Characters that are written at a time. */
const PIECE_CHARS = 2 ** 18;

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;

/** A long text in pieces, none of which ends in the middle of a character. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE_CHARS, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield text.slice(start, end);
    start = end;
  }
}

/** Writes pieces one by one, each when the reader has taken those before it. False when the reader has gone. */
export async function writePieces(
  out: Writable,
  pieces: Iterable<string> | AsyncIterable<string>,
  onTaken: (piece: string) => void,
): Promise<boolean> {
  for await (const piece of pieces) {
    if (out.destroyed) return false;
    if (!out.write(piece) && !(await drained(out))) return false;
    onTaken(piece);
  }
  return !out.destroyed;
}

/** Resolves once a stream wants more, or is closed. */
function drained(out: Writable): Promise<boolean> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done);
      out.off('close', done);
      resolve(!out.destroyed);
    };
    out.on('drain', done);
    out.on('close', done);
  });
}
