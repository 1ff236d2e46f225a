import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longestFirst.ts';

// On macOS the temporary folder is a link, and on Windows it may be a short name. Class files name their sources by real paths.
const temporary = realpathSync.native(tmpdir());

export default defineConfig({
  test: {
    // Tests beside the code need no build and are quick. They share modules (--no-isolate): loading takes longer than most of them. Those in test/ are everything else.
    // `npm test` runs one after the other, because a worker of the first would have what the second must not share.
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts', 'ui/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'] } },
    ],
    // Two cores are the smallest machine we promise to pass on. A third worker uses them while tests of the others wait for a process or a timer.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // No result depends on what earlier runs compiled. Nodes that live for a second or two need no warm-up; that of test/clients/starknetjs.test.ts has it, as those of users.
    env: { STARBOX_CLASS_CACHE: 'off', STARBOX_WARM_UP: 'off', TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    // Generous: a loaded machine must not turn a slow test into a wrong one.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 600_000 } },
  },
});
