// A chain as the fragment of a link: its journal or its state file, compressed. A fragment is not sent to any server.
import { readStream } from '../../../src/json/readStream.ts';
import type { ChainBytes } from './workerMessages.ts';

/** Longer links do not survive most chats and mail programs. */
const LONGEST = 500_000;
/** A chain that is larger than this is not read from a link. */
const LARGEST_BYTES = 200_000_000;
const FRAGMENT = /^#(state|journal)=(.*)$/s;

/** The fragment that holds a chain. Throws if it would be too long. */
export async function linkOfChain({ kind, bytes }: ChainBytes): Promise<string> {
  const packed = await through(bytes, new CompressionStream('gzip'), LARGEST_BYTES);
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  const link = `#${kind}=${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  if (link.length > LONGEST)
    throw new Error(`The link would have ${link.length} characters, and at most ${LONGEST} work. Save the state file.`);
  return link;
}

/** The chain that a fragment holds; undefined if it holds none. Rejects if it is damaged. */
export async function chainOfLink(fragment: string): Promise<ChainBytes | undefined> {
  const [, kind, written] = FRAGMENT.exec(fragment) ?? [];
  if (written === undefined) return undefined;
  try {
    const text = atob(written.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('gzip'), LARGEST_BYTES);
    return { kind: kind as ChainBytes['kind'], bytes };
  } catch (error) {
    throw new Error('The chain in this link cannot be read: the link is damaged or was cut.', { cause: error });
  }
}

async function through(
  bytes: Uint8Array,
  { readable, writable }: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const writer = writable.getWriter();
  // A failure is told by the reader too.
  writer
    .write(bytes as Uint8Array<ArrayBuffer>)
    .then(
      () => writer.close(),
      () => undefined,
    )
    .catch(() => undefined);
  const whole = await readStream(readable, most);
  if (!whole) throw new Error(`The chain has more than ${most} bytes.`);
  return whole;
}
