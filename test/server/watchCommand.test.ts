import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { cli, freePort, rpc } from '../support/server.ts';

const contracts = join(import.meta.dirname, '../../contracts');

/** A package whose first build is there, with `starbox ARGS` running in it. */
async function watchedPackage(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'starbox-watch-'));
  await mkdir(join(folder, 'target/dev'), { recursive: true });
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'Scarb.toml'), '[package]\nname = "counter"\n');
  const build = async (which: 'before' | 'after') => {
    await copyFile(join(contracts, `rebuilt/${which}/counter.cairo`), join(folder, 'src/lib.cairo'));
    const file = join(folder, 'target/dev/counter_Counter.contract_class.json');
    await copyFile(join(contracts, `classes/counter_${which}.sierra.json`), file);
  };
  await build('before');
  const port = await freePort();
  const child = spawn(process.execPath, [cli, ...args, '--port', String(port), '--seed', '0', '--accounts', '1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const printed = (text: string | RegExp) => expect.poll(() => output).toMatch(text);
  await printed('listening on');
  return { url, build, printed, output: () => output };
}

/** Declares the first build and puts it at an address. */
async function putCounter(url: string, address: string): Promise<string> {
  const json = JSON.parse(await readFile(join(contracts, 'classes/counter_before.sierra.json'), 'utf8'));
  const classes = [{ contract_class: { ...json, abi: JSON.stringify(json.abi) } }];
  const declared = await rpc<{ classes: { class_hash: string }[] }>(url, 'devnet_applyStateDiff', {
    state_diff: {},
    classes,
  });
  const { class_hash } = declared.classes[0]!;
  await rpc(url, 'devnet_setClassHash', { contract_address: address, class_hash });
  return class_hash;
}

describe.runIf(isBuilt)('starbox watch', () => {
  test('logs the class, the contracts, and what changed in storage and constructor', async () => {
    const { url, build, printed, output } = await watchedPackage('watch');
    await putCounter(url, '0x123');
    await putCounter(url, '0x124');
    await build('after');
    await printed('the constructor changed');
    const lines = output()
      .split('\n')
      .flatMap((line) => /(?<=(?:INFO|WARN) watch: ).*/.exec(line) ?? []);
    expect(lines).toEqual([
      'Following the builds in target/dev and target/release of the nearest Scarb.toml',
      expect.stringMatching(/^Counter was built: its class is 0x\w+$/),
      expect.stringMatching(/^Counter at 0x123 runs it now, instead of 0x\w{4}…\w{4}$/),
      expect.stringMatching(/^Counter at 0x124 runs it now, instead of 0x\w{4}…\w{4}$/),
      'Counter: storage changed: added step: u8; removed owner: ContractAddress; limit was u32 and is u64',
      'Counter: the constructor changed. It does not run again for contracts that exist.',
    ]);
    const at = { block_id: 'latest', contract_address: '0x123' };
    expect(lines[1]).toContain(await rpc<string>(url, 'starknet_getClassHashAt', at));
  });

  test('moves only the contracts of --watch-contract', async () => {
    const { url, build, printed } = await watchedPackage('--watch-contract', 'counter_Counter=0x124');
    const classHash = await putCounter(url, '0x123');
    await putCounter(url, '0x124');
    await build('after');
    await printed('Counter at 0x124 runs it now');
    const at = { block_id: 'latest', contract_address: '0x123' };
    expect(await rpc(url, 'starknet_getClassHashAt', at)).toBe(classHash);
  });
});
