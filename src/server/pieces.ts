import type { Writable } from 'node:stream';

/** The number of characters of a piece. */
const PIECE_CHARS = 2 ** 18;

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;

/** Splits a long text into pieces, without splitting surrogate pairs. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE_CHARS, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield text.slice(start, end);
    start = end;
  }
}

/** Writes pieces one by one, each when the stream has drained (backpressure). Returns false if the stream was closed. */
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

/** Resolves when a stream has drained or is closed. */
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
