import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verdictLine } from '../../tools/mutants/verdict.ts';
import { Progress } from './progress.ts';

test('only mutants of this run are counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-progress-'));
  const path = join(folder, 'verdicts');
  const ids = Array.from({ length: 9 }, (_, i) => String(i).repeat(16));
  // An earlier run has tried others.
  writeFileSync(
    path,
    ids.map((id) => verdictLine({ id, result: id[0] === '1' ? 'passed' : 'killed', test: 'a' })).join(''),
  );
  const lines: string[] = [];
  const end = new Progress(ids.slice(0, 3), (text) => lines.push(text)).follow(path);
  await expect.poll(() => lines.length, { timeout: 600_000 }).toBeGreaterThan(0);
  end();
  expect(lines[0]).toBe('2 of 3 mutants decided, 3 trials');
  rmSync(folder, { recursive: true });
});
