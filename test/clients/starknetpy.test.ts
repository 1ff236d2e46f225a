import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';

const python = process.env['PYTHON'] ?? 'python3';

const hasStarknetPy = (): boolean => {
  try {
    execFileSync(python, ['-c', 'import starknet_py'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe.runIf(skipUnless(hasStarknetPy(), 'Python has no package starknet-py; PYTHON names the interpreter'))(
  'starknet.py, where Python has it (PYTHON names the interpreter)',
  () => {
    let server: RunningServer;
    beforeAll(async () => {
      server = await startServer('--quiet', '--paymaster');
    });
    afterAll(() => server.stop());

    test('transfers, calls, reads blocks, traces and events, and signs for a paymaster', async () => {
      const script = join(import.meta.dirname, 'starknetpy.py');
      const { stdout, stderr } = await promisify(execFile)(python, [script, server.url]);
      expect(stdout.trim().split('\n'), stderr).toEqual([
        'transfer',
        'call',
        'contract',
        'block',
        'trace',
        'events',
        'paymaster sponsored',
        'paymaster default',
      ]);
      // It warns if the node implements another version of the specification than it expects.
      expect(stderr).not.toMatch(/version/i);
    });
  },
);
