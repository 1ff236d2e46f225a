// A chain as the fragment of a link: its journal or its state file, compressed. A fragment is not sent to any server.
import { readStream } from '../../../src/json/readStream.ts';
import type { ChainBytes } from './workerMessages.ts';

/** Browsers open links of a million characters; longer ones fail in some. */
const LONGEST = 1_000_000;
/** A larger chain is neither written to a link nor read from one. */
const LARGEST_BYTES = 200_000_000;
const FRAGMENT = /^#(state|journal|moment)=(.*)$/s;

/** The fragment that holds a chain. Throws if it would be too long. */
export async function linkOfChain({ kind, bytes }: ChainBytes): Promise<string> {
  const packed = await through(bytes, new CompressionStream('gzip'));
  const begin = `#${kind}=`;
  // Before the text is made, which takes long for a large chain.
  const length = begin.length + Math.ceil((packed.length * 4) / 3);
  if (length > LONGEST)
    throw new Error(`The link would have ${length} characters, and at most ${LONGEST} work. Save the file instead.`);
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  return begin + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The chain that a fragment holds; undefined if it holds none. Rejects if it is damaged. */
export async function chainOfLink(fragment: string): Promise<ChainBytes | undefined> {
  const [, kind, written] = FRAGMENT.exec(fragment) ?? [];
  if (written === undefined) return undefined;
  try {
    const text = atob(written.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('gzip'));
    return { kind: kind as ChainBytes['kind'], bytes };
  } catch (error) {
    throw new Error('The chain in this link cannot be read: the link is damaged or was cut.', { cause: error });
  }
}

/** The bytes after a stream has compressed or decompressed them. */
async function through(
  bytes: Uint8Array,
  { readable, writable }: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = writable.getWriter();
  // The reader reports a failure too.
  writer
    .write(bytes as Uint8Array<ArrayBuffer>)
    .then(
      () => writer.close(),
      () => undefined,
    )
    .catch(() => undefined);
  const whole = await readStream(readable, LARGEST_BYTES);
  if (!whole) throw new Error(`The chain has more than ${LARGEST_BYTES} bytes.`);
  return whole;
}
