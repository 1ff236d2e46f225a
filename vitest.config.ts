import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Two cores are the smallest machine we promise to pass on.
    maxWorkers: 2,
    // No result depends on what earlier runs compiled.
    env: { STARBOX_CLASS_CACHE: 'off' },
    // Generous: a loaded machine must not turn a slow test into a wrong one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
