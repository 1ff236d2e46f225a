import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { cli } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');

describe.runIf(isBuilt)('the configuration file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'starbox-config-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/starbox'), 'junction');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const refused = () => {
    const { status, stderr } = spawnSync(process.execPath, [cli], { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(2);
    return stderr;
  };
  /** What the program prints until it listens. */
  const started = async () => {
    const child = spawn(process.execPath, [cli, '--port', '0'], { cwd: folder });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    while (!/listening on/.test(output)) {
      if (child.exitCode !== null) throw new Error(output);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    child.kill('SIGINT');
    await once(child, 'close');
    return output;
  };

  test('is found in the working folder and typed by defineConfig of the package', async () => {
    put('package.json', '{"type": "module"}');
    put(
      'starbox.config.js',
      "import { defineConfig } from 'starbox';\nexport default defineConfig({ chainId: 'MY_CHAIN', accounts: 1 });",
    );
    const output = await started();
    expect(output).toContain('Chain ID: MY_CHAIN');
    expect(output).toContain('Options are read from starbox.config.js.');
    expect(output.match(/Account address/g)).toHaveLength(1);
  });

  test('is named when a value of it is wrong', () => {
    put('starbox.config.json', '{"accounts": 300}');
    expect(refused()).toContain("tip: the value comes from the configuration file 'starbox.config.json'");
  });

  test('in TypeScript is read, or refused with the version of Node.js that reads it', async () => {
    put('starbox.config.ts', "const chainId: string = 'TYPED';\nexport default { chainId };");
    if ('typescript' in process.features && process.features.typescript)
      expect(await started()).toContain('Chain ID: TYPED');
    else expect(refused()).toContain('does not read TypeScript. Use Node.js 22.18 or later, or rename it to starbox');
  });
});
