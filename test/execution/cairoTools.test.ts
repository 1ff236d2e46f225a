// Traces of transactions for cairo-profiler and cairo-coverage. The environment variables CAIRO_PROFILER and CAIRO_COVERAGE name these
// programs; with them, their results are compared with ours.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hash } from 'starknet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseArtifact } from '../../src/classes/artifactStore.ts';
import { Sandbox } from '../../src/index.ts';
import type { ProgramMap } from '../../src/sierra/programMap.ts';
import { programMapOf } from '../../src/tools/profile/classMaps.ts';
import { allCalls, type CallTrace, callTree, readCallTrace } from '../support/callTrace.ts';
import { WAYS as ALL_WAYS, FailuresProject, type Way, wayData } from '../support/failures.ts';
import { readPprof } from '../support/pprof.ts';

const project = new FailuresProject();
const folder = mkdtempSync(join(tmpdir(), 'starbox-cairo-tools-'));
afterAll(() => {
  project.remove();
  rmSync(folder, { recursive: true, force: true });
});

const classOf = (name: 'Shop' | 'Till' | 'Vault') => JSON.parse(readFileSync(project.classFile(name), 'utf8'));

/** A sandbox with the three contracts; calls go through all of them. */
async function deployed(artifacts: string) {
  const box = await Sandbox.create({ seed: 7, accounts: 2, coverage: true, artifacts: [artifacts] });
  const till = (await box.deploy(classOf('Till'), [(await box.deploy(classOf('Vault'))).address] as never)).address;
  const shop = (await box.deploy(classOf('Shop'), [till] as never)).address;
  return { box, shop, till };
}

/** The hash of a transaction, whether it succeeded or not. */
const sent = (box: Sandbox, to: string, entryPoint: string, calldata: readonly (string | number)[]): Promise<string> =>
  box
    .execute({ to: to as `0x${string}`, entryPoint, calldata: [...calldata] }, { from: box.accounts[0]! })
    .then(({ transactionHash }) => transactionHash)
    .catch((error: { transactionHash: string }) => error.transactionHash);

async function contentOf(box: Sandbox, transactionHash: string): Promise<string> {
  const params = { transaction_hash: transactionHash };
  return (await box.request<{ content: string }>('devnet_traceForCairoTools', params)).content;
}

async function allHashes(box: Sandbox): Promise<readonly string[]> {
  const { block_number } = await box.request('starknet_blockHashAndNumber');
  const hashes: string[] = [];
  for (let number = 1; number <= block_number; number++) {
    const block = await box.request('starknet_getBlockWithTxHashes', { block_id: { block_number: number } });
    hashes.push(...block.transactions);
  }
  return hashes;
}

const WAYS = ALL_WAYS.filter((way) => way !== 'gas');
let box: Sandbox;
let shop: `0x${string}`;
let till: `0x${string}`;
const byWay = new Map<Way, string>();
beforeAll(async () => {
  ({ box, shop, till } = await deployed(join(project.folder, 'target/dev')));
  for (const way of WAYS) byWay.set(way, await sent(box, shop, 'fail', wayData(way)));
});
afterAll(() => box.close());

const traceOf = async (way: Way) => readCallTrace(await contentOf(box, byWay.get(way)!));

/** The calls that the code of a call asked for, in the words of the format. A statement of several steps asks once. */
function askedCalls({ cairo_execution_info }: CallTrace, { libfuncs, offsets }: ProgramMap): readonly string[] {
  const asked: string[] = [];
  let last = -1;
  for (const { pc } of cairo_execution_info!.casm_level_info.vm_trace) {
    const statement = offsets.findLastIndex((offset) => offset <= pc - 1);
    if (statement !== last && libfuncs[statement] === 'call_contract_syscall') asked.push('Call');
    if (statement !== last && libfuncs[statement] === 'library_call_syscall') asked.push('Delegate');
    last = statement;
  }
  return asked;
}

describe('a trace for cairo-profiler and cairo-coverage', () => {
  test('has what their readers demand, for transactions of all kinds and ends', async () => {
    const hashes = await allHashes(box);
    expect(hashes.length).toBeGreaterThan(12);
    let steps = 0;
    for (const each of hashes) {
      const calls = allCalls(readCallTrace(await contentOf(box, each)));
      for (const { cairo_execution_info } of calls) steps += cairo_execution_info?.casm_level_info.vm_trace.length ?? 0;
    }
    expect(steps).toBeGreaterThan(1000);
  });

  test('has all steps of each call, and their sums', async () => {
    const { nested_calls } = await traceOf('none');
    const names: string[] = [];
    for (let call = nested_calls[1]?.EntryPointCall; call; call = call.nested_calls[0]?.EntryPointCall) {
      names.push(`${call.entry_point.contract_name}.${call.entry_point.function_name}`);
      const inner = call.nested_calls[0]?.EntryPointCall.used_execution_resources.vm_resources.n_steps ?? 0;
      const { vm_resources, gas_consumed, syscall_counter } = call.used_execution_resources;
      expect(gas_consumed).toBeGreaterThan(0);
      const depth = 4 - names.length;
      expect(syscall_counter['CallContract']?.call_count ?? 0).toBe(depth);
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
  });

  test('has the calls that failed, were caught, never started, or that an error ended', async () => {
    const tree = async (way: Way) => callTree((await traceOf(way)).nested_calls[1]!.EntryPointCall);
    const way = (vault: string) => `Account.__execute__(Shop.fail(Till.fail(Vault.fail${vault})))`;
    expect(await tree('none')).toBe(way(''));
    expect(await tree('panic')).toBe(way(''));
    expect(await tree('caught')).toBe(way('(Vault.fail)'));
    expect(await tree('selector')).toBe(way('(Vault.?)'));
    // No contract can catch this, so it ends all calls. Their steps are there all the same.
    expect(await tree('undeployed')).toBe(way('(?.?)'));
    const { nested_calls } = await traceOf('undeployed');
    const [outer, inner] = allCalls(nested_calls[1]!.EntryPointCall).slice(2, 4);
    expect(outer!.cairo_execution_info!.casm_level_info.vm_trace.length).toBeGreaterThan(20);
    expect(inner!.cairo_execution_info!.casm_level_info.vm_trace.length).toBeGreaterThan(20);
  });

  test('has a call for each system call that asks for one, also for one that is refused at once', async () => {
    // Contracts may not call `__execute__`.
    const call = (selector: string) => [till, hash.getSelectorFromName(selector), 0];
    await sent(box, shop, 'multicall', [2, ...call('__execute__'), ...call('fail')]);
    const maps = new Map<string, ProgramMap>();
    for (const each of await allHashes(box))
      for (const traced of allCalls(readCallTrace(await contentOf(box, each)))) {
        if (!traced.cairo_execution_info) continue;
        const { source_sierra_path: file } = traced.cairo_execution_info;
        if (!maps.has(file)) {
          const { definition } = (await parseArtifact(readFileSync(file)))!;
          maps.set(file, (await programMapOf(definition))!);
        }
        const made = traced.nested_calls.map(({ EntryPointCall }) => EntryPointCall.entry_point);
        expect(made.map(({ call_type }) => call_type)).toEqual(askedCalls(traced, maps.get(file)!));
      }
    expect(maps.size).toBe(3);
  });

  test('names no file of a class without annotations beside those that have them, since cairo-coverage would refuse it all', async () => {
    const plain = new FailuresProject();
    const filesOf = async () => {
      const { box: other, shop: to } = await deployed(join(plain.folder, 'target/dev'));
      const trace = readCallTrace(await contentOf(other, await sent(other, to, 'fail', wayData('none'))));
      await other.close();
      const named = allCalls(trace).filter(({ cairo_execution_info }) => cairo_execution_info);
      return named.map(({ entry_point }) => entry_point.contract_name);
    };
    const strip = (name: 'Shop' | 'Till' | 'Vault') => {
      const file = JSON.parse(readFileSync(plain.classFile(name), 'utf8'));
      file.sierra_program_debug_info.annotations = {};
      writeFileSync(plain.classFile(name), JSON.stringify(file));
    };
    strip('Till');
    expect(await filesOf()).toEqual(['Shop', 'Vault']);
    strip('Shop');
    strip('Vault');
    expect(await filesOf()).toEqual(['Shop', 'Till', 'Vault']);
    plain.remove();
  });

  test('has the account of a meta transaction beside the calls of the transaction', async () => {
    const artifacts = mkdtempSync(join(folder, 'meta-'));
    const text = readFileSync(join(import.meta.dirname, '../../contracts/classes/meta_tx.sierra.json'), 'utf8');
    writeFileSync(join(artifacts, 'meta_MetaTx.contract_class.json'), text);
    const meta = await Sandbox.create({ seed: 7, accounts: 2, artifacts: [artifacts] });
    const { address } = await meta.deploy(JSON.parse(text));
    const execute = hash.getSelectorFromName('__execute__');
    const calldata = [meta.accounts[1]!.address, execute, 1, 0, 0];
    const trace = readCallTrace(await contentOf(meta, await sent(meta, address, 'meta_tx', calldata)));
    expect(trace.nested_calls.map(({ EntryPointCall }) => callTree(EntryPointCall))).toEqual([
      'Account.__validate__',
      'Account.__execute__(MetaTx.meta_tx)',
      'Account.__execute__',
    ]);
    await meta.close();
  });

  test('has as many steps as the profile of the transaction', async () => {
    // An execution that an error ended is not divided in a profile.
    for (const way of WAYS.filter((each) => each !== 'undeployed')) {
      const { steps } = await box.profile(byWay.get(way)!);
      expect([way, steps]).toEqual([way, (await traceOf(way)).used_execution_resources.vm_resources.n_steps]);
    }
    const { transactionHash } = await box.strk.write.transfer('0x77', 5n, { from: box.accounts[0]! });
    const { used_execution_resources } = readCallTrace(await contentOf(box, transactionHash));
    expect((await box.profile(transactionHash)).steps).toBe(used_execution_resources.vm_resources.n_steps);
  });

  test('of a transaction that does not exist is refused', async () => {
    await expect(contentOf(box, '0x1')).rejects.toThrow(/not found/i);
  });
});

const PROFILER = process.env['CAIRO_PROFILER'];
const COVERAGE = process.env['CAIRO_COVERAGE'];
if (!PROFILER) console.log('Skipped: CAIRO_PROFILER does not name the program cairo-profiler.');
if (!COVERAGE) console.log('Skipped: CAIRO_COVERAGE does not name the program cairo-coverage.');

describe.skipIf(!PROFILER)('cairo-profiler', () => {
  let count = 0;
  /** The samples that it makes of a trace, with inlined functions. */
  const profileOf = (content: string) => {
    const file = join(folder, `${count++}.json`);
    writeFileSync(file, content);
    const output = `${file}.pb.gz`;
    const options = ['--show-inlined-functions', '--split-generics', '-o', output];
    execFileSync(PROFILER!, ['build-profile', file, ...options], { stdio: 'pipe' });
    return readPprof(readFileSync(output));
  };

  /** Adds up numbers by name, and leaves out zeros. */
  const sums = (parts: Iterable<readonly [name: string, number: number]>) => {
    const found: Record<string, number> = {};
    for (const [name, number] of parts) if (number > 0) found[name] = (found[name] ?? 0) + number;
    return found;
  };

  const SYSCALL = /^[A-Z]\w+$/;
  /** The contract function and the Cairo function of a stack: `Shop.fail: token::erc20::add`. */
  const placeOf = (stack: readonly string[]) => {
    const call = stack.findLastIndex((name) => name.startsWith('Contract: '));
    const [, contract, name] = /Contract: (\S+)\n(?:.*\n)?Function: (\S+)/.exec(stack[call]!)!;
    // A macro has the name of its file here.
    const leaf = stack.at(-1)!.replace(/.*_macro$/, '(macro)');
    return { leaf, place: `${contract}.${name}: ${leaf}`, isCode: call < stack.length - 1 && !SYSCALL.test(leaf) };
  };

  test.each(WAYS.filter((way) => way !== 'undeployed'))('counts the same steps in each function: %s', async (way) => {
    const content = await contentOf(box, byWay.get(way)!);
    // It counts steps in transactions that are metered in steps.
    const theirs = profileOf(content.replaceAll(/"gas_consumed":\d+/g, '"gas_consumed":0')).flatMap((sample) => {
      const { place, isCode } = placeOf(sample.stack);
      return isCode ? [[place, sample.values['steps']!] as const] : [];
    });
    const { samples } = await box.profile(byWay.get(way)!);
    const ours = samples.flatMap(({ stack, steps }) => {
      const names = stack.map(({ name }) => name);
      const call = names.findLastIndex((name) => /^(?:Shop|Till|Vault)\.\w+$/.test(name));
      const leaf = names.at(-1)!.replace(/^code of .*/, '(macro)');
      return call >= 0 && call < names.length - 1 ? [[`${names[call]}: ${leaf}`, steps] as const] : [];
    });
    expect(Object.keys(sums(ours)).length).toBeGreaterThan(10);
    expect(sums(theirs)).toEqual(sums(ours));
  });

  test('counts the same calls and system calls, for all transactions', async () => {
    for (const each of await allHashes(box)) {
      const content = await contentOf(box, each);
      const calls = allCalls(readCallTrace(content));
      const samples = profileOf(content);
      const total = samples.reduce((sum, { values }) => sum + (values['calls'] ?? 0), 0);
      expect(total).toBe(calls.length);
      const theirs = samples.flatMap(({ stack, values }) => {
        const { place, leaf } = placeOf(stack);
        return SYSCALL.test(leaf) && !place.startsWith('Account.') ? [[place, values['syscall_usage']!] as const] : [];
      });
      const ours = calls.flatMap(({ entry_point, used_execution_resources, nested_calls, cairo_execution_info }) => {
        if (!cairo_execution_info) return [];
        const { contract_name, function_name } = entry_point;
        return Object.entries(used_execution_resources.syscall_counter).map(([name, { call_count }]) => {
          const inner = nested_calls.map(
            (call) => call.EntryPointCall.used_execution_resources.syscall_counter[name]?.call_count ?? 0,
          );
          return [`${contract_name}.${function_name}: ${name}`, call_count - inner.reduce((a, b) => a + b, 0)] as const;
        });
      });
      // What a call that an error ended has asked for is not in its counters.
      if (each !== byWay.get('undeployed')) expect(sums(theirs)).toMatchObject(sums(ours));
    }
  });
});

describe.skipIf(!COVERAGE)('cairo-coverage', () => {
  /** It asks Scarb for the folder of the project. Where there is no Scarb, this program answers. */
  const fakeScarb = () => {
    const version = { version: '2.12.0', commit_info: null };
    const workspace = { manifest_path: join(project.folder, 'Scarb.toml'), root: project.folder, members: [] };
    const app = { app_exe: null, app_version_info: { ...version, cairo: version }, target_dir: null };
    const metadata = JSON.stringify({ version: 1, ...app, workspace, packages: [], compilation_units: [] });
    writeFileSync(join(folder, 'scarb'), `#!/bin/sh\ncat <<'END'\n${metadata}\nEND\n`);
    chmodSync(join(folder, 'scarb'), 0o755);
  };

  /** How often each line of a file ran. */
  const linesOf = (lcov: string, name: string) => {
    const found = lcov.split('end_of_record\n').find((record) => record.includes(`src/${name}.cairo\n`)) ?? '';
    return new Map([...found.matchAll(/^DA:(\d+),(\d+)$/gm)].map(([, line, ran]) => [Number(line), Number(ran)]));
  };

  test('finds the same lines, and the same of them that ran, but for macros', async () => {
    const files = await Promise.all(
      (await allHashes(box)).map(async (each, i) => {
        const file = join(folder, `coverage${i}.json`);
        writeFileSync(file, await contentOf(box, each));
        return file;
      }),
    );
    fakeScarb();
    const output = join(folder, 'lcov.info');
    execFileSync(COVERAGE!, ['run', '--unstable', '--include', '--no-truncation', '-o', output, '--', ...files], {
      cwd: project.folder,
      env: { ...process.env, PATH: `${process.env['PATH']}${delimiter}${folder}` },
      stdio: 'pipe',
    });
    const [theirs, ours] = [readFileSync(output, 'utf8'), (await box.coverage()).lcov];
    for (const name of ['shop', 'till', 'vault', 'arithmetic']) {
      const source = readFileSync(join(project.folder, 'src', `${name}.cairo`), 'utf8').split('\n');
      const [own, other] = [linesOf(ours, name), linesOf(theirs, name)];
      const both = [...own.keys()].filter((line) => other.has(line));
      expect(both.length).toBeGreaterThan(1);
      const ranOf = (lines: ReadonlyMap<number, number>) => both.map((line) => [line, lines.get(line)! > 0]);
      expect(ranOf(other)).toEqual(ranOf(own));
      // A line whose code comes from a macro is left out there, and counts for the line that called its function.
      for (const line of own.keys()) if (!other.has(line)) expect(source[line - 1]).toMatch(/\w!/);
      for (const line of other.keys()) if (!own.has(line)) expect(source[line - 1]).toContain('refuse(code)');
    }
  });
});
