// Profiles: the samples of a transaction add up to the L2 gas of its receipt.
import { readFileSync } from 'node:fs';
import { hash } from 'starknet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { FailuresProject, wayData } from '../support/failures.ts';

const project = new FailuresProject();
afterAll(() => project.remove());

let box: Sandbox;
let shop: `0x${string}`;
let till: `0x${string}`;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, artifacts: [`${project.folder}/target/dev`] });
  const deploy = async (name: 'Shop' | 'Till' | 'Vault', args: string[]) =>
    (await box.deploy(JSON.parse(readFileSync(project.classFile(name), 'utf8')), args as never)).address;
  till = await deploy('Till', [await deploy('Vault', [])]);
  shop = await deploy('Shop', [till]);
}, 60_000);
afterAll(() => box.close());

const fail = (way: Parameters<typeof wayData>[0]) => ({ to: shop, entryPoint: 'fail', calldata: wayData(way) });
const sum = (samples: readonly { readonly l2Gas: number }[]) => samples.reduce((total, { l2Gas }) => total + l2Gas, 0);

/** The parts of a trace file that are looked at. */
interface TraceFile {
  readonly entry_point: { readonly contract_name: string; readonly function_name: string };
  readonly used_execution_resources: {
    readonly vm_resources: { readonly n_steps: number };
    readonly gas_consumed: number;
    readonly syscall_counter: Readonly<Record<string, { readonly call_count: number }>>;
  };
  readonly nested_calls: readonly { readonly EntryPointCall: TraceFile }[];
  readonly cairo_execution_info: {
    readonly source_sierra_path: string;
    readonly casm_level_info: {
      readonly vm_trace: readonly { readonly pc: number; readonly ap: number; readonly fp: number }[];
    };
  } | null;
}

/** The receipts of all transactions. */
async function receipts(of: Sandbox) {
  const { block_number } = await of.request('starknet_blockHashAndNumber');
  const found: { readonly transaction_hash: string; readonly l2Gas: number; readonly status: string }[] = [];
  for (let number = 1; number <= block_number; number++) {
    const block = await of.request('starknet_getBlockWithReceipts', { block_id: { block_number: number } });
    for (const { receipt } of block.transactions) {
      const { transaction_hash, execution_resources, execution_status } = receipt;
      found.push({ transaction_hash, l2Gas: execution_resources.l2_gas, status: execution_status });
    }
  }
  return found;
}

async function expectExactSums(of: Sandbox): Promise<number> {
  const all = await receipts(of);
  for (const { transaction_hash, l2Gas } of all) {
    const { samples, l2Gas: total } = await of.profile(transaction_hash);
    expect([sum(samples), Number(total)]).toEqual([l2Gas, l2Gas]);
    for (const sample of samples) expect(sample.l2Gas).toBeGreaterThanOrEqual(0);
  }
  const whole = await of.profile();
  expect(sum(whole.samples)).toBe(all.reduce((total, { l2Gas }) => total + l2Gas, 0));
  return all.length;
}

describe('a profile', () => {
  test('of every transaction adds up to its receipt, to the unit: declared, deployed, called and reverted', async () => {
    const [from] = box.accounts;
    await box.strk.write.transfer('0x99', 5n, { from: from! });
    for (const way of ['none', 'caught', 'panic', 'overflow', 'undeployed'] as const)
      await box.execute(fail(way), { from: from! }).catch(() => undefined);
    expect((await receipts(box)).filter(({ status }) => status === 'REVERTED').length).toBeGreaterThan(0);
    expect(await expectExactSums(box)).toBeGreaterThan(8);
  }, 60_000);

  test('of many calls of the same function has one stack for all of them', async () => {
    const calls = (count: number) => [
      count,
      ...Array.from({ length: count }, () => [till, hash.getSelectorFromName('fail'), 1, ...wayData('none')]).flat(),
    ];
    const profileOf = async (count: number) => {
      const call = { to: shop, entryPoint: 'multicall', calldata: calls(count) };
      const { transactionHash, receipt } = await box.execute(call, { from: box.accounts[0]! });
      const profile = await box.profile(transactionHash);
      expect(sum(profile.samples)).toBe(receipt.execution_resources.l2_gas);
      return profile.samples.filter(({ stack }) => stack.some(({ name }) => name === 'Vault.fail'));
    };
    const [few, many] = [await profileOf(2), await profileOf(40)];
    expect(many.length).toBe(few.length);
    expect(sum(many)).toBeGreaterThan(15 * sum(few));
  }, 60_000);

  test('of transactions of Cairo 0 accounts adds up too', async () => {
    const old = await Sandbox.create({ seed: 7, accounts: 2, accountClass: 'cairo0' });
    await old.strk.write.transfer('0x99', 5n, { from: old.accounts[0]! });
    expect(await expectExactSums(old)).toBe(1);
    await old.close();
  }, 60_000);

  test('names the Cairo functions, inlined ones too, the lines and the libfuncs', async () => {
    const { transactionHash } = await box.execute(fail('none'), { from: box.accounts[0]! });
    const { text, samples, html, speedscope, pprof } = await box.profile(transactionHash);
    expect(text).toMatch(/Vault\.fail/);
    expect(text).toMatch(/src\/vault\.cairo:\d+/);
    expect(text).toMatch(/storage_read_syscall/);
    // The account has no debug information. Its functions are not those of another contract with the same number.
    expect(samples.some(({ stack }) => stack.some(({ name }) => /^function \d+ of Account$/.test(name)))).toBe(true);
    expect(samples.some(({ stack }) => stack.some(({ name }) => /^function \d+$/.test(name)))).toBe(false);
    const inVault = samples.find(({ stack }) => stack.some(({ file }) => file?.endsWith('vault.cairo')))!;
    expect(inVault.stack.slice(0, 5).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['execute', 'Account.__execute__', 'Shop.fail', 'Till.fail', 'Vault.fail']),
    );
    expect(html).toContain('Vault.fail');
    expect(html).not.toMatch(/https?:/);
    const graph = JSON.parse(speedscope) as { profiles: { weights: number[]; endValue: number }[] };
    expect(graph.profiles[0]!.endValue).toBe(sum(samples));
    expect(pprof.length).toBeGreaterThan(1000);
    expect(new TextDecoder().decode(pprof)).toContain('Vault.fail');
  });

  test('is written as a trace of all steps for cairo-profiler and cairo-coverage too', async () => {
    const { transactionHash } = await box.execute(fail('none'), { from: box.accounts[0]! });
    const { content } = await box.request<{ content: string }>('devnet_traceForCairoTools', {
      transaction_hash: transactionHash,
    });
    const trace = JSON.parse(content) as TraceFile;
    expect(trace.entry_point).toMatchObject({ contract_name: 'Transaction', class_hash: null, call_type: 'Call' });
    const phases = trace.nested_calls.map(({ EntryPointCall }) => EntryPointCall);
    expect(phases.map(({ entry_point }) => entry_point.function_name)).toEqual(['__validate__', '__execute__']);
    const names: string[] = [];
    for (let call: TraceFile | undefined = phases[1]; call; call = call.nested_calls[0]?.EntryPointCall) {
      names.push(`${call.entry_point.contract_name}.${call.entry_point.function_name}`);
      const inner = call.nested_calls[0]?.EntryPointCall.used_execution_resources.vm_resources.n_steps ?? 0;
      const { vm_resources, gas_consumed, syscall_counter } = call.used_execution_resources;
      expect(gas_consumed).toBeGreaterThan(0);
      expect(syscall_counter['CallContract']?.call_count ?? 0).toBe(
        call.nested_calls.length === 0 ? 0 : 4 - names.length,
      );
      // The account is not in the build output.
      if (call.entry_point.contract_name === 'Account') expect(call.cairo_execution_info).toBeNull();
      else {
        const { source_sierra_path, casm_level_info } = call.cairo_execution_info!;
        expect(source_sierra_path).toBe(project.classFile(call.entry_point.contract_name as 'Shop'));
        expect(casm_level_info).toMatchObject({ run_with_call_header: false, program_offset: null });
        // One entry for each step of the call's own run; the stack is behind the program, and the first frame is at its beginning.
        const { vm_trace } = casm_level_info;
        expect(vm_trace.length).toBe(vm_resources.n_steps - inner);
        for (const { pc, ap, fp } of vm_trace) expect(pc >= 1 && pc < fp && fp <= ap).toBe(true);
        expect(vm_trace.at(-1)!.fp).toBe(vm_trace[0]!.fp);
      }
    }
    expect(names).toEqual(['Account.__execute__', 'Shop.fail', 'Till.fail', 'Vault.fail']);
    await expect(box.request('devnet_traceForCairoTools', { transaction_hash: '0x1' })).rejects.toThrow(/not found/i);
  }, 60_000);

  test('of a call has the gas of the call', async () => {
    const profile = await box.profile({ to: shop, entryPoint: 'fail', calldata: wayData('none') });
    expect(sum(profile.samples)).toBe(Number(profile.l2Gas));
    expect(profile.text).toMatch(/Shop\.fail/);
  });

  test('of a chain without transactions is empty, and says so', async () => {
    const empty = await Sandbox.create({ accounts: 1 });
    const { samples, l2Gas, html, text } = await empty.profile();
    expect([samples, l2Gas]).toEqual([[], 0n]);
    expect(html).toContain('<title>0 transactions: 0 L2 gas</title>');
    expect(text).toBe('0 L2 gas, 0 steps\n');
    await empty.close();
  });

  test('of what does not exist is refused', async () => {
    await expect(box.profile('0x1')).rejects.toThrow(/Transaction hash not found/i);
    await expect(box.profile({ to: '0x1', entryPoint: 'x' })).rejects.toThrow(/Contract not found/i);
  });
});
