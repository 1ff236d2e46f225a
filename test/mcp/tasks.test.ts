// Ten tasks of a coding agent, solved by a script that only uses the tools and what they answered. The number of calls is the price of each.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentClient, tokensOf } from '../support/agentClient.ts';
import { isBuilt } from '../support/build.ts';
import { DebuggingProject } from '../support/debugging.ts';
import { root } from '../support/documentBlocks.ts';
import { PATIENT } from '../support/patient.ts';
import { TEMPLATE_CLASS, templateClass } from '../support/templateClass.ts';
import { userProject } from '../support/userProject.ts';

const project = new DebuggingProject();
let agent: AgentClient;
/** What each task took: calls of tools, and the tokens of the longest answer. */
const costs: { readonly task: string; readonly calls: number; readonly tokens: number }[] = [];

beforeEach(async () => {
  agent = await AgentClient.open({ project: project.folder });
});
afterEach(async ({ task }) => {
  if (task.suite?.name === 'a scripted agent' && agent.calls.length > 0)
    costs.push({ task: task.name, calls: agent.calls.length, tokens: agent.largest });
  await agent.close();
});
afterAll(() => project.remove());

/** Deploys Book, Desk and Market. */
async function deployAll(): Promise<void> {
  await agent.use('deploy', { contract: 'Book' });
  await agent.use('deploy', { contract: 'Desk', args: ['@Book'] });
  await agent.use('deploy', { contract: 'Market', args: { desk: 'Desk' } });
}

const record = (amount: number) => ({ calls: [{ to: 'Book', function: 'record', args: [amount] }] });

describe('a scripted agent', () => {
  test('finds why a transaction failed, and at which line, with one call more than the one that failed', async () => {
    await deployAll();
    const order = { Buy: 13 };
    const sent = await agent.use('send', { calls: [{ to: 'Market', function: 'trade', args: { order } }] });
    expect(sent).toContain('was reverted');
    const told = await agent.use('explain', { transaction: /tx\d+/.exec(sent)![0] });
    const { line } = project.mark('panic');
    expect(told).toContain('"13 is unlucky"');
    expect(told).toContain(`src/book.cairo:${line}`);
    expect(agent.calls.slice(3)).toEqual(['send', 'explain']);
  });

  test('reads the value that made it fail, and steps back to its caller', async () => {
    await deployAll();
    await agent.use('send', { calls: [{ to: 'Market', function: 'trade', args: [{ Sell: [20, 7] }] }] });
    const failure = await agent.use('debug');
    expect(failure).toMatch(/amount: u64 = 13/);
    const [, moment] = /moment (\d+) of/.exec(failure)!;
    const caller = await agent.use('debug', { moment: Number(moment), frame: 2 });
    // 13 is what is left of 20 after the fee.
    expect(caller).toMatch(/Desk::Functions::settle/);
    expect(caller).toContain(`> ${project.mark('record').line} `);
    expect(agent.calls.slice(3)).toEqual(['send', 'debug', 'debug']);
  });

  test('mends a value of storage: first as an override, then for good', async () => {
    await deployAll();
    const most = '18446744073709551615';
    await agent.use('storage', { contract: 'Book', variable: 'total', set: { value: most } });
    const failed = await agent.use('send', record(1));
    expect(failed).toContain('u64_add Overflow');
    const tried = await agent.use('simulate', {
      ...record(1),
      storage: [{ contract: 'Book', variable: 'total', value: 41 }],
      compare: true,
    });
    expect(tried).toMatch(/With the overrides it succeeded.*Without them it was reverted/);
    await agent.use('storage', { contract: 'Book', variable: 'total', set: { value: 41 } });
    expect(await agent.use('send', record(1))).toContain('record(amount: 1) returned 42');
    expect(agent.calls.length).toBe(3 + 5);
  });

  test('finds who wrote a cell', async () => {
    await deployAll();
    for (const amount of [4, 5]) await agent.use('send', record(amount));
    await agent.use('send', { calls: [{ to: 'Market', function: 'trade', args: [{ Buy: 6 }] }], from: 'bob' });
    const writers = await agent.use('storage', { contract: 'Book', variable: 'total', writers: true });
    const [, newest] = /block \d+ (tx\d+) Book\.record: 9 -> 15/.exec(writers)!;
    expect(writers).toMatch(/Book\.record: 4 -> 9\n.*Book\.record: 0 -> 4/);
    expect(await agent.use('explain', { transaction: newest })).toMatch(/Account @bob[\s\S]*Market @Market/);
    expect(agent.calls.length).toBe(3 + 5);
  });

  test('finds the transaction with which a function began to cost more, and what made it dearer', async () => {
    await deployAll();
    for (const rounds of [5, 5, 5, 60, 60])
      await agent.use('send', { calls: [{ to: 'Market', function: 'spin', args: [rounds] }] });
    const begin = agent.calls.length;
    const listed = await agent.use('state', { transactions: { contract: 'Market', function: 'spin' } });
    const costs = [...listed.matchAll(/(tx\d+) block \d+ SUCCEEDED, ([\d,]+) L2 gas/g)]
      .map(([, name, gas]) => ({ name, gas: Number(gas!.replaceAll(',', '')) }))
      .reverse();
    const rise = costs.findIndex(({ gas }, i) => i > 0 && gas > costs[i - 1]!.gas);
    expect(rise).toBe(3);
    const what = await agent.use('profile', { transaction: costs[rise]!.name, against: costs[rise - 1]!.name });
    expect(what).toMatch(/\+[\d,]+ .*Market::Functions::spin/);
    expect(agent.calls.length - begin).toBe(2);
  });

  test('tries something in a branch, sees what it changed, and throws it away', async () => {
    await deployAll();
    await agent.use('branch', { do: 'new', name: 'attempt' });
    await agent.use('send', record(7));
    expect(await agent.use('compare')).toMatch(/Book \S+ total: 0 -> 7/);
    await agent.use('branch', { do: 'drop', name: 'attempt' });
    expect(await agent.use('storage', { contract: 'Book' })).toContain('Nothing that is not zero');
    expect(await agent.use('branch', { do: 'list' })).toBe('main (in use): a chain of its own, 3 changes here');
    expect(agent.calls.length).toBe(3 + 6);
  });

  test('undoes what it did, so that the chain is as before', async () => {
    await deployAll();
    const before = await agent.use('state');
    await agent.use('send', record(7));
    await agent.use('control', { advanceTime: 3600, mint: { to: 'bob', amount: '5' } });
    expect(await agent.use('undo', { count: 2 })).toContain('send record');
    const facts = (text: string) => text.replace(/time \d+|[0-9a-f]{8}\b/g, '');
    expect(facts(await agent.use('state'))).toBe(facts(before));
    expect(agent.calls.length).toBe(3 + 5);
  });

  test('compares two versions of a state with the same calls, and gets the fewest that show the difference', async () => {
    await deployAll();
    await agent.use('branch', { do: 'new', name: 'other', stay: true });
    await agent.use('storage', { contract: 'Book', variable: 'total', set: { value: 100 }, branch: 'other' });
    const spin = { to: 'Market', function: 'spin', args: [1] };
    const told = await agent.use('compare', {
      with: 'other',
      calls: [spin, { to: 'Book', function: 'record', args: [1] }],
      gas: false,
    });
    expect(told).toMatch(/returned 1\n.*returned 101/);
    expect(told).toContain('Call 2 alone shows the first difference.');
    expect(agent.calls.length).toBe(3 + 3);
  });

  test('finds events of a sender and the lines that no transaction ran', async () => {
    await deployAll();
    await agent.use('send', { calls: [{ to: 'Market', function: 'trade', args: [{ Buy: 2 }] }] });
    expect(
      await agent.use('events', { contract: 'Market', name: 'Traded', fields: [{ name: 'price', value: '3' }] }),
    ).toContain('Traded(number: 1, price: 3)');
    const missed = await agent.use('coverage', { file: 'src/desk.cairo' });
    expect(missed).toContain(`Lines that did not run: ${project.mark('sell').line}\n`);
    await agent.use('send', { calls: [{ to: 'Market', function: 'trade', args: [{ Sell: [9, 1] }] }] });
    expect(await agent.use('coverage', { file: 'src/desk.cairo' })).toContain('Lines that did not run: none');
    expect(agent.calls.length).toBe(3 + 5);
  });

  test('arranges balances and callers, and is told the name that it meant', async () => {
    await deployAll();
    const whale = '0x77a1e';
    const calls = [{ to: 'STRK', function: 'transfer', args: ['@carol', '1000000000000000000'] }];
    const { text, isError } = await agent.try('send', { calls, from: 'alise' });
    expect([isError, text]).toEqual([true, expect.stringContaining('Did you mean alice?')]);
    const told = await agent.use('simulate', { calls, from: 'carol', control: { mint: { to: 'carol', amount: '1' } } });
    expect(told).toContain('It succeeded');
    await agent.use('control', { caller: { contract: 'Book', caller: whale } });
    expect(await agent.use('send', record(3))).toContain('returned 3');
  });

  test.runIf(isBuilt)('writes a test that shows a failure, which passes in a project (needs dist/)', async () => {
    const user = userProject();
    try {
      mkdirSync(join(user.folder, 'target/dev'), { recursive: true });
      writeFileSync(join(user.folder, 'target/dev', TEMPLATE_CLASS), templateClass());
      writeFileSync(join(user.folder, 'Scarb.toml'), readFileSync(join(root, 'template/Scarb.toml')));
      writeFileSync(join(user.folder, 'package.json'), '{"type":"module"}');
      await agent.close();
      const other = await AgentClient.open({ project: user.folder, write: join(user.folder, 'test') });
      agent = other;
      await other.use('deploy', { contract: 'Counter', args: { owner: '@bob', first: 5 } });
      await other.use('send', { calls: [{ to: 'Counter', function: 'increase', args: [3] }], from: 'carol' });
      await other.use('call', { to: 'Counter', function: 'count' });
      await other.use('call', { to: 'Counter', function: 'owner' });
      expect(await other.use('send', { calls: [{ to: 'Counter', function: 'reset' }] })).toContain(
        'Counter: not the owner',
      );
      await other.use('send', { calls: [{ to: 'Counter', function: 'reset' }], from: 'bob' });
      await other.use('call', { to: 'Counter', function: 'count' });
      await other.use('export', {
        kind: 'test',
        title: "only the counter's owner can reset it",
        file: 'found.test.ts',
      });
      expect(other.calls.length).toBe(8);
      const written = readFileSync(join(user.folder, 'test/found.test.ts'), 'utf8');
      expect(written).toContain("await expect(counter.write.reset()).toRevertWith('Counter: not the owner');");
      const run = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', ...PATIENT];
      const ran = await user.run(process.execPath, run);
      expect(ran.output).toContain("only the counter's owner can reset it");
      expect(ran.status, ran.output).toBe(0);
    } finally {
      user.remove();
    }
  });
});

test('docs/agents.md has what the list of tools takes', async () => {
  const page = readFileSync(join(root, 'docs/agents.md'), 'utf8');
  const [, told] = /The list of tools itself takes about ([\d,]+)\./.exec(page)!;
  const tokens = tokensOf(JSON.stringify(await agent.client.listTools()));
  expect(Math.abs(Number(told!.replaceAll(',', '')) - tokens), `${tokens} tokens`).toBeLessThan(100);
});

test('docs/agents.md has what the tasks took', () => {
  const rows = costs.map(({ task, calls, tokens }) => ({
    task: task.replace(/ \(needs dist\/\)$/, ''),
    calls,
    tokens,
  }));
  console.log(
    ['| Task | Calls | Tokens |', ...rows.map(({ task, calls, tokens }) => `| ${task} | ${calls} | ${tokens} |`)].join(
      '\n',
    ),
  );
  const page = readFileSync(join(root, 'docs/agents.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (.*) \| (\d+) \| ([\d,]+) \|$/gm)].map(([, task, calls, tokens]) => ({
    task,
    calls: Number(calls),
    tokens: Number(tokens!.replaceAll(',', '')),
  }));
  expect(listed.length).toBe(11);
  for (const { task, calls, tokens } of rows) {
    const row = listed.find((each) => each.task === task);
    expect(row?.calls, task).toBe(calls);
    // Names, numbers and paths of a run are a little longer or shorter than those of another.
    expect(Math.abs(row!.tokens - tokens), `${task}: ${tokens} tokens`).toBeLessThan(60);
  }
});
