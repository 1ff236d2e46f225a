import { ClassError } from './classError.ts';

const MAX_PROGRAM_BYTES = 64 * 2 ** 20;

/** The JSON text of a Cairo 0 program as the API carries it: gzipped, in base64. */
export async function unpackProgram(program: string): Promise<string> {
  try {
    const packed = Uint8Array.from(atob(program), (char) => char.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    // A small text can unpack to gigabytes: stop reading where no real program reaches.
    for await (const part of stream) {
      if ((size += part.length) > MAX_PROGRAM_BYTES) throw new Error('too large');
      text += decoder.decode(part, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw new ClassError(`The program is not gzipped JSON in base64: ${(error as Error).message}.`);
  }
}
