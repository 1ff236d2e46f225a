// Sharing without a server: a file from the page opens in the playground, at the same moment, and with the command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { cli, rpc, startServer } from '../support/server.ts';
import { startDebuggingNode } from './debuggingNode.ts';
import { canOpen, newPage, SLOW } from './openPage.ts';
import { startPlayground } from './playgroundSite.ts';
import { usePage } from './usePage.ts';

async function start() {
  const [node, site] = await Promise.all([startDebuggingNode(), startPlayground()]);
  const stop = async () => {
    await Promise.all([node.stop(), site.stop()]);
  };
  return { ...node, stop, site };
}

/** Runs the command until it says that it is ready, or ends. Returns what it printed. */
async function runDebug(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [cli, 'debug', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      text += data;
      if (text.includes('DEBUGGER PORT')) child.kill();
    });
  await once(child, 'close');
  return text;
}

describe.runIf(canOpen)('an exported transaction', () => {
  const tests = usePage(start);
  const steps = (page: Page) => page.getByText(/^step [\d,]+ of/).textContent(SLOW);
  // Without the gas of the line, which comes later.
  const current = (page: Page) => page.locator('.debug-source [aria-current=step]').textContent(SLOW);

  /** Exports the moment of a line from the debugger of the page. */
  const exportLine = async () => {
    const { file, line } = tests.node.project.mark('total');
    const { page } = await tests.open(`/tx/${tests.node.traded}/debug?stop=${encodeURIComponent(`${file}:${line}`)}`);
    const [step, shown] = [await steps(page), await current(page)];
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByLabel('Address of a playground').fill(tests.node.site.url);
    const link = (await dialog.getByRole('link', { name: 'Link to this moment' }).getAttribute('href'))!;
    const save = dialog.getByRole('button', { name: 'Save the file' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toMatch(/^0x[0-9a-f]+\.moment$/);
    return { step, shown, link, path: await download.path(), name: download.suggestedFilename() };
  };

  test('opens in the playground with the debugger at the same moment: as a file and as a link', async () => {
    const exported = await exportLine();
    expect(exported.shown).toContain('MARK: total');
    // Neither the node nor the project is needed: the playground has the file alone.
    const page = await newPage(tests.browser);
    await page.goto(`${tests.node.site.url}?at=/playground`);
    await page.locator('input[type=file]').setInputFiles({
      name: exported.name,
      mimeType: 'application/octet-stream',
      buffer: readFileSync(exported.path),
    });
    await expect.poll(() => steps(page), SLOW).toBe(exported.step);
    expect(await current(page)).toContain('MARK: total');
    await page.locator('.debug-side').getByText('total').first().waitFor();
    // It goes on from there, in both directions.
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => current(page), SLOW).toContain('self.total.read()');
    const other = await newPage(tests.browser);
    await other.goto(exported.link);
    await expect.poll(() => steps(other), SLOW).toBe(exported.step);
    expect(await current(other)).toContain('MARK: total');
  });

  test('opens at its failure if nobody chose another step', async () => {
    const { page } = await tests.open(`/tx/${tests.node.failed}`);
    const failure = await page.getByRole('link', { name: 'Debug the failure' }).getAttribute('href');
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    const told = await dialog.getByText(/this transaction and step/).textContent();
    await dialog.getByLabel('Address of a playground').fill(tests.node.site.url);
    const link = (await dialog.getByRole('link', { name: 'Link to this moment' }).getAttribute('href'))!;
    await page.goto(`${tests.node.url}${failure}`);
    const [step, shown] = [await steps(page), await current(page)];
    expect(told).toContain(step!.split(' of ')[0]);
    const other = await newPage(tests.browser);
    await other.goto(link);
    await expect.poll(() => steps(other), SLOW).toBe(step);
    expect(await current(other)).toBe(shown);
  });

  /** A trade on a fork, at a line of a contract that the forked chain has. That chain and the fork are gone afterwards. */
  const exportOnFork = async () => {
    const { project } = tests.node;
    await using origin = await Sandbox.create({ seed: 3, stateArchiveCapacity: 'full' });
    const to = await project.deploy(origin);
    await using fork = await Sandbox.forkFrom(origin, { seed: 5, accounts: 1, artifacts: [project.artifacts] });
    const { transactionHash: transaction_hash } = await fork.execute([{ to, entryPoint: 'trade', calldata: [0n, 5n] }]);
    const place = { move: 'continue', breakpoints: [project.mark('total')] } as const;
    const { moment } = await fork.request('devnet_debugTransaction', { transaction_hash, ...place });
    const { content } = await fork.request('devnet_exportTransaction', { transaction_hash, moment });
    return { content: Buffer.from(content, 'base64'), moment };
  };

  test('of a fork opens without the forked chain: with the command, and in the playground, from where it is saved again', async () => {
    const { content, moment } = await exportOnFork();
    const open = async (buffer: Buffer) => {
      const page = await newPage(tests.browser);
      await page.goto(`${tests.node.site.url}?at=/playground`);
      const file = { name: 'forked.moment', mimeType: 'application/octet-stream', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await expect.poll(() => steps(page), SLOW).toContain(`step ${moment.toLocaleString('en')} of`);
      expect(await current(page)).toContain('MARK: total');
      await page.locator('.debug-side').getByText('total').first().waitFor();
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect.poll(() => current(page), SLOW).toContain('self.total.read()');
      return page;
    };
    const page = await open(content);
    await page.getByRole('link', { name: 'Playground' }).click();
    const save = page.getByRole('button', { name: 'Save the state file' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    await open(readFileSync(await download.path()));
    const file = join(tests.node.project.folder, 'forked.moment');
    writeFileSync(file, content);
    expect(await runDebug(file)).toContain('steps are ready');
    const server = await startServer('--seed', '5', '--state', file);
    try {
      expect(await rpc<number>(server.url, 'starknet_blockNumber')).toBeGreaterThan(0);
    } finally {
      await server.stop();
    }
  });

  test('of a fork says what the file has, and offers a link', async () => {
    const fork = await startServer('--ui', '--fork-network', tests.node.url);
    try {
      const { tx_hash } = await rpc<{ tx_hash: string }>(fork.url, 'devnet_mint', { address: '0x77', amount: 5 });
      const page = await newPage(tests.browser);
      await page.goto(`${fork.url}/ui/tx/${tx_hash}`);
      await page.getByRole('button', { name: 'Export' }).click(SLOW);
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByText('This chain is a fork').waitFor(SLOW);
      await dialog.getByLabel('Address of a playground').fill(tests.node.site.url, SLOW);
      const link = (await dialog.getByRole('link', { name: 'Link to this moment' }).getAttribute('href'))!;
      const other = await newPage(tests.browser);
      await other.goto(link);
      await expect.poll(() => steps(other), SLOW).toContain('step 0 of');
    } finally {
      await fork.stop();
    }
  });

  test('opens with the command, at its step or another one, and is refused if it is damaged', async () => {
    const { path, step } = await exportLine();
    const file = join(tests.node.project.folder, 'shared.moment');
    writeFileSync(file, readFileSync(path));
    expect(await runDebug(file)).toContain(`${step!.split(' of ')[1]} steps are ready`);
    expect(await runDebug(file, '--at', '999999999')).toContain('beyond the end');
    writeFileSync(file, readFileSync(path).subarray(0, -7));
    expect(await runDebug(file)).toContain('does not match its checksum');
    writeFileSync(file, 'something else');
    expect(await runDebug(file)).toContain('is no exported transaction');
    expect(await runDebug(join(tests.node.project.folder, 'nowhere.moment'))).toContain('cannot be read');
  });
});
