import { expect, test } from 'vitest';
import { runSoak } from '../../bench/soakRun.ts';
import { isBuilt } from '../support/build.ts';
import { startServer } from '../support/server.ts';

test.runIf(isBuilt)(
  'sixteen clients at once get what one would get, and subscribers see every head once (needs dist/)',
  async () => {
    const server = await startServer('--accounts', '16', '--quiet');
    try {
      const report = await runSoak({ ...server, pid: server.process.pid, clients: 16, seconds: 5, leastWrites: 17 });
      expect(report.failures).toEqual([]);
      expect(report.writes).toBeGreaterThan(16);
      expect(report.reads).toBeGreaterThan(16);
      expect(report.heads).toBe(report.writes + 1);
    } finally {
      await server.stop();
    }
  },
);
