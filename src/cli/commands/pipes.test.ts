import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodePlatform } from '../../libraryNode/nodePlatform.ts';
import { debugOnNode } from './debugNode.ts';
import { gasDiffCommand } from './gasDiff.ts';
import { readWhatIf } from './whatIfArguments.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-pipes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A FIFO to which nobody writes would be waited for without end. `<(…)` of a shell is one too.
describe.skipIf(process.platform === 'win32')('a FIFO is refused at once, with the way out', () => {
  const fifo = join(folder, 'fifo');
  const words = `${fifo} cannot be read: ${fifo} is a FIFO. Only regular files can be used. Write what it gives into a file first.`;
  beforeAll(() => {
    execFileSync('mkfifo', [fifo]);
  });

  test('as a file of gas-diff', async () => {
    await expect(gasDiffCommand([fifo])).rejects.toThrow(words);
  });

  test('as the class of replay --swap', () => {
    expect(() => readWhatIf({ swap: [`0x1=${fifo}`] })).toThrow(`--swap: ${words}`);
  });

  test('as the parameters of debug --call, before a node is asked', async () => {
    const origin = { state: undefined, findUrl: () => expect.unreachable('no node is needed'), cache: undefined };
    await expect(debugOnNode(origin, { kind: 'call', text: fifo })).rejects.toThrow(`--call: ${words}`);
  });

  test('as a class file or a state file of the library', async () => {
    await expect(nodePlatform.readBytes(fifo)).rejects.toThrow('is a FIFO');
  });
});
