// What agents are told runs as it is written: the skill and AGENTS.md of a new project, and docs/agents.md.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/mcp/tools.ts';
import { AgentClient } from '../support/agentClient.ts';
import { isBuilt } from '../support/build.ts';
import { root } from '../support/documentBlocks.ts';
import { type UserProject, userProject } from '../support/userProject.ts';

const page = readFileSync(join(root, 'docs/agents.md'), 'utf8');
const skill = readFileSync(join(root, 'skills/starbox/SKILL.md'), 'utf8');

/** The blocks of a document in a language. */
const blocksOf = (text: string, language: string): readonly string[] =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].flatMap(([, name, code]) => (name === language ? [code!] : []));

/** The calls of a session, each with a part of its answer. */
const sessionsOf = (text: string) =>
  blocksOf(text, 'text').map((block) =>
    [...block.matchAll(/^(\w+) (\{.*\})\n {2}(.*)$/gm)].map(([, name, args, answer]) => ({
      name: name!,
      args: JSON.parse(args!) as Record<string, unknown>,
      answer: answer!,
    })),
  );

test('the page lists every tool', () => {
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(tools.map(({ name }) => name));
});

test('the skill is one page, in the form that clients read', () => {
  expect(skill).toMatch(/^---\nname: starbox\ndescription: .{50,1024}\n---\n\n# /);
  expect(skill.split('\n').length).toBeLessThan(120);
});

test('the lines of Scarb.toml that the skill asks for are those that the debugged classes were built with', () => {
  const [asked] = blocksOf(skill, 'toml');
  const built = readFileSync(join(root, 'contracts/debugging/Scarb.toml'), 'utf8').split('\n');
  expect(asked!.trim().split('\n').length).toBe(4);
  for (const line of asked!.trim().split('\n')) expect(built).toContain(line);
});

describe.runIf(isBuilt)('a new project (needs dist/)', () => {
  let user: UserProject;
  const node = (...args: string[]) => user.run(process.execPath, args);

  beforeAll(async () => {
    user = userProject();
    const { status, output } = await node('node_modules/starbox/dist/cli.js', 'init');
    expect(status, output).toBe(0);
    mkdirSync(join(user.folder, 'node_modules/.bin'), { recursive: true });
    for (const [name, file] of [
      ['starbox', '../starbox/dist/cli.js'],
      ['vitest', '../vitest/vitest.mjs'],
    ] as const)
      symlinkSync(file, join(user.folder, 'node_modules/.bin', name));
  });
  afterAll(() => user?.remove());

  test('has the skill, and its page as AGENTS.md', () => {
    const read = (name: string) => readFileSync(join(user.folder, name), 'utf8');
    expect(read('.claude/skills/starbox/SKILL.md')).toBe(skill);
    expect(skill.endsWith(read('AGENTS.md'))).toBe(true);
    expect(read('AGENTS.md')).toMatch(/^# Test Cairo contracts/);
  });

  test.runIf(process.platform !== 'win32')('runs the commands and the test of the skill', async () => {
    const [code] = blocksOf(skill, 'ts vitest');
    writeFileSync(join(user.folder, 'test/skill.test.ts'), code!);
    const [commands] = blocksOf(skill, 'sh');
    const lines = commands!.trim().split('\n');
    expect(lines.length).toBe(5);
    for (const line of lines) {
      const { status, output } = await user.run('bash', ['-c', line.replaceAll('npx ', 'node_modules/.bin/')]);
      expect(status, `${line}\n${output}`).toBe(0);
    }
  });

  test('gives the answers of the sessions', async () => {
    const [config] = blocksOf(skill, 'json');
    const { command, args } = JSON.parse(config!).mcpServers.starbox;
    expect(command).toBe('npx');
    expect(blocksOf(page, 'json')[0]).toBe(config);
    const [, ...words] = args as [string, ...string[]];
    const sessions = [...sessionsOf(skill), ...sessionsOf(page)];
    expect(sessions.map((session) => session.length)).toEqual([6, 5]);
    for (const session of sessions) {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: ['node_modules/starbox/dist/cli.js', ...words],
        cwd: user.folder,
        env: getDefaultEnvironment(),
      });
      const agent = await AgentClient.connect(transport as Transport);
      for (const { name, args: given, answer } of session) expect(await agent.use(name, given), name).toContain(answer);
      await agent.close();
    }
  });
});
