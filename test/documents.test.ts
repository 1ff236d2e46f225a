// Runs the programs and commands of README.md and docs/ with the packed package. Test files in them are run by examples.test.ts.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from './support/build.ts';
import { type DocumentBlock, documentBlocks, expectedPrints } from './support/documentBlocks.ts';
import { cli, freePort, type RunningServer, startServer } from './support/server.ts';
import { skipUnless } from './support/skipUnless.ts';
import { addBuild, type UserProject, userProject } from './support/userProject.ts';

const RUNNERS = ['vitest', 'jest', 'node-test', 'pytest'];
/** Starts a node that runs until it is ended. */
const SERVER = /^(?:npx )?(?:starbox|starknet-devnet)(?: watch)?((?: --.*)?)$/;

const runs = documentBlocks.filter(({ use }) => use === '');
const isServerStart = ({ code }: DocumentBlock) => commandsOf(code).some((line) => SERVER.test(line));
const programs = runs.filter(({ language }) => language === 'js');
const commands = runs.filter((block) => block.language === 'sh' && !isServerStart(block));
const servers = runs.filter((block) => block.language === 'sh' && isServerStart(block));

/** The lines of a block of commands without comments. */
function commandsOf(code: string): readonly string[] {
  const lines = code.split('\n').map((line) => line.replace(/(?:^|\s+)# .*$/, '').trim());
  return lines.filter((line) => line !== '');
}

test('every block of code in the documentation runs, or says why it does not', () => {
  const fragments = documentBlocks.filter(({ use }) => use === 'fragment');
  expect(fragments.filter(({ reason }) => reason.length < 10)).toEqual([]);
  const unknown = documentBlocks.filter(({ use }) => !['', 'fragment', ...RUNNERS].includes(use));
  expect(unknown.map(({ place, use }) => `${place}: ${use}`)).toEqual([]);
  expect(documentBlocks.filter(({ language, use }) => language === 'python' && use === '')).toEqual([]);
  // The project that commands run in has links to our own packages.
  expect(commands.filter(({ code }) => /\bnpm (?:i|install|ci|uninstall|update)\b/.test(code))).toEqual([]);
  // Most of what readers can copy is run.
  expect(documentBlocks.length).toBeGreaterThan(30);
  expect(fragments.length).toBeLessThan(documentBlocks.length / 3);
});

describe.runIf(isBuilt)('the documentation (needs dist/)', () => {
  let project: UserProject;
  let server: RunningServer;
  let metricsPort: number;

  beforeAll(async () => {
    metricsPort = await freePort();
    server = await startServer('--quiet', '--metrics-host', '127.0.0.1', '--metrics-port', String(metricsPort));
    project = userProject();
    addBuild(project, 'token', 'erc20');
    addBuild(project, 'bridge', 'exerciser');
    copyFileSync(
      join(project.folder, 'target/dev/token.contract_class.json'),
      join(project.folder, 'token.contract_class.json'),
    );
    // Node.js 20 has no WebSocket; the pages say how to get one.
    writeFileSync(
      join(project.folder, 'webSocket.mjs'),
      "import { WebSocket } from 'ws';\nglobalThis.WebSocket ??= WebSocket;\n",
    );
  });
  afterAll(async () => {
    project?.remove();
    await server?.stop();
  });

  /** The text with the addresses of the running node. */
  const here = (text: string) =>
    text
      .replaceAll(/(?:127\.0\.0\.1|localhost):5050/g, server.url.replace('http://', ''))
      .replaceAll('127.0.0.1:9090', `127.0.0.1:${metricsPort}`);

  test.each(programs.map((block) => [block.place, block] as const))(
    '%s runs and prints what it says',
    async (_, block) => {
      const name = block.place.replace(/\W+/g, '_');
      const { code, errors } = transformSync(`${name}.ts`, here(block.code), { lang: 'ts', sourceType: 'module' });
      expect(errors).toEqual([]);
      writeFileSync(join(project.folder, `${name}.mjs`), code);
      const { status, output, stdout } = await project.run(process.execPath, [
        '--import',
        './webSocket.mjs',
        `${name}.mjs`,
      ]);
      expect(status, output).toBe(0);
      const expected = expectedPrints(block.code);
      if (!expected) return;
      const printed = stdout.split('\n').filter(Boolean);
      expect(printed).toHaveLength(expected.length);
      for (const [i, text] of expected.entries())
        if (text.endsWith('…')) expect(printed[i]).toContain(text.slice(0, -1).trim());
        else expect(printed[i]).toBe(text);
    },
  );

  test.each(servers.map((block) => [block.place, block] as const))('%s starts a node', async (_, block) => {
    for (const line of commandsOf(block.code)) {
      const [, options] = SERVER.exec(line) ?? [];
      expect(options, `${line} stands beside the start of a node`).toBeDefined();
      await startsWith(options!.split(' ').filter(Boolean), project.folder);
    }
  });

  const hasShell = skipUnless(canRun('bash') && canRun('curl'), 'bash or curl is missing');
  test.runIf(hasShell).each(commands.map((block) => [block.place, block] as const))('%s runs', async (_, block) => {
    const bin = join(project.folder, 'bin');
    mkdirSync(bin, { recursive: true });
    // npx gets the name of the package first. npm would change the packages that the project has links to.
    const starbox = `"${process.execPath}" "${cli}"`;
    const scripts = {
      starbox: `${starbox} "$@"`,
      npx: `shift; ${starbox} "$@"`,
      npm: 'echo "npm is not run here"; false',
    };
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const env = { PATH: `${bin}:${process.env['PATH']}`, STARBOX_URL: server.url, HOME: project.folder };
    const { status, output } = await project.run('bash', ['-euo', 'pipefail', '-c', here(block.code)], env);
    expect(status, output).toBe(0);
    expect(output).not.toContain('"error":{');
  });
});

function canRun(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return process.platform !== 'win32';
  } catch {
    return false;
  }
}

/** Starts the command with these options, at a free port, and ends it when it listens. */
async function startsWith(options: readonly string[], cwd: string): Promise<void> {
  const ports = options.flatMap((word, i) => (/port$/.test(word) ? [i + 1] : []));
  const args = options.map((word, i) => (ports.includes(i) ? '0' : word));
  const child = spawn(process.execPath, [cli, ...args, ...(options.includes('--port') ? [] : ['--port', '0'])], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isListening = false;
  const status = await new Promise((resolve) => {
    const read = (text: Buffer) => {
      output += text;
      if (isListening || !output.includes('listening on')) return;
      isListening = true;
      child.kill('SIGTERM');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', resolve);
  });
  expect(isListening, `starbox ${options.join(' ')} did not start:\n${output}`).toBe(true);
  if (process.platform !== 'win32') expect(status, output).toBe(0);
}
