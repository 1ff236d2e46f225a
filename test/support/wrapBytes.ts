import { collectBytes } from '../../src/stateFile/collectBytes.ts';
import { StateFileWriter } from '../../src/stateFile/stateFileWriter.ts';

/** Makes a whole state file from its content. */
export const wrapBytes = (content: readonly Uint8Array[]): Promise<Uint8Array> =>
  collectBytes(async (file) => {
    const writer = new StateFileWriter(file);
    for (const part of content) await writer.add(part);
    await writer.finish(new Uint8Array());
  });
