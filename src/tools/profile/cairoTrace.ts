import { functionBySelector } from '../../abi/functionBySelector.ts';
import type { RunResources } from '../../cairo/machine.ts';
import type { SyscallUsages } from '../../execution/calls/resources.ts';
import { addResources, NO_RESOURCES } from '../../execution/gas/vmResources.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, ZERO_KEY } from '../../felt/key.ts';
import { classAbi, type FindClass, nameOfContract } from '../names/classFacts.ts';
import type { StepLog } from './steppedMachine.ts';
import type { TracedCall } from './traceRecorder.ts';

/** What a trace needs of the chain. */
interface TraceNames {
  readonly find: FindClass;
  /** The class file of a class, if it is known. */
  readonly fileOf: (classHash: FeltKey) => string | undefined;
}

/** The trace of a transaction, in the format `CallTraceV1` that cairo-profiler and cairo-coverage read. */
export function cairoTrace(
  hash: Felt,
  signatureLength: number,
  roots: readonly TracedCall[],
  names: TraceNames,
): object {
  const used = roots.map(usedBy);
  const entryPoint = {
    class_hash: null,
    entry_point_type: 'EXTERNAL',
    entry_point_selector: '0x0',
    contract_address: '0x0',
    call_type: 'Call',
    // The format calls its outermost node so. cairo-profiler refuses a file where it has another name.
    contract_name: 'SNFORGE_TEST_CODE',
    function_name: formatFelt(hash),
    calldata_len: 0,
    events_summary: [],
    signature_len: 0,
  };
  return {
    entry_point: entryPoint,
    // The outermost node makes no system calls of its own: they are those of the calls.
    used_execution_resources: resourcesOf({ ...sumOf(used), usages: new Map() }),
    used_l1_resources: { l2_l1_message_sizes: [] },
    nested_calls: [...roots, ...roots.flatMap(metaCalls)].map((call) => ({
      EntryPointCall: callOf(call, names, call.isMeta ? 0 : signatureLength),
    })),
    cairo_execution_info: null,
  };
}

/** cairo-profiler expects no call for the system call of a meta transaction, so such calls are beside those of the transaction. */
const metaCalls = ({ inner }: TracedCall): readonly TracedCall[] =>
  inner.flatMap((call) => [...(call.isMeta ? [call] : []), ...metaCalls(call)]);

function callOf(traced: TracedCall, names: TraceNames, signatureLength = 0): object {
  const { call, log, inner, events, info } = traced;
  const facts = call.classHash === undefined ? undefined : names.find(call.classHash);
  const model = facts && classAbi(facts.definition);
  const selector = feltOf(call.selector ?? ZERO_KEY);
  const named = model && functionBySelector(model, selector, selectorOf);
  const file = call.classHash === undefined ? undefined : names.fileOf(call.classHash);
  return {
    entry_point: {
      class_hash: call.classHash === undefined ? null : formatFelt(feltOf(call.classHash)),
      entry_point_type: call.entryPointType,
      entry_point_selector: formatFelt(selector),
      contract_address: formatFelt(feltOf(call.contractAddress)),
      call_type: call.callType === 'CALL' ? 'Call' : 'Delegate',
      contract_name: (facts && nameOfContract(facts)) ?? null,
      function_name: named?.name ?? (call.entryPointType === 'CONSTRUCTOR' ? 'constructor' : null),
      calldata_len: call.calldata.length,
      events_summary: events.map(({ keys, data }) => ({ keys_len: keys, data_len: data })),
      signature_len: signatureLength,
    },
    used_execution_resources: resourcesOf(usedBy(traced)),
    used_l1_resources: { l2_l1_message_sizes: info?.messages.map(({ payload }) => payload.length) ?? [] },
    nested_calls: inner.filter(({ isMeta }) => !isMeta).map((each) => ({ EntryPointCall: callOf(each, names) })),
    // Without a class file the tools know what the call used, but not where.
    cairo_execution_info:
      file === undefined || log?.run.program.kind !== 'casm'
        ? null
        : {
            source_sierra_path: file,
            casm_level_info: { run_with_call_header: false, vm_trace: stepsOf(log), program_offset: null },
            enable_gas: true,
          },
  };
}

interface Used {
  readonly resources: RunResources;
  readonly gas: number;
  readonly usages: SyscallUsages;
}

/** What a call used, with its inner calls. The own gas and system calls of one that an error ended are not known. */
function usedBy({ log, info, usages, inner }: TracedCall): Used {
  const sum = sumOf(inner.map(usedBy), {
    resources: log?.resources ?? NO_RESOURCES,
    gas: 0,
    usages: usages ?? new Map(),
  });
  return info ? { ...sum, gas: info.gasConsumed } : sum;
}

function sumOf(used: readonly Used[], own: Used = { resources: NO_RESOURCES, gas: 0, usages: new Map() }): Used {
  const all = [own, ...used];
  const usages: SyscallUsages = new Map();
  for (const [name, { count, felts }] of all.flatMap((each) => [...each.usages])) {
    const sum = usages.get(name) ?? { count: 0, felts: 0 };
    usages.set(name, { count: sum.count + count, felts: sum.felts + felts });
  }
  return {
    resources: addResources(...all.map(({ resources }) => resources)),
    gas: all.reduce((sum, { gas }) => sum + gas, 0),
    usages,
  };
}

function stepsOf({ registers }: StepLog): object[] {
  const steps: object[] = [];
  for (let i = 0; i < registers.length; i += 3)
    steps.push({ pc: registers[i], ap: registers[i + 1], fp: registers[i + 2] });
  return steps;
}

function resourcesOf({ resources, gas, usages }: Used): object {
  const { steps, memoryHoles, builtins } = resources;
  const used = Object.entries(builtins).filter(([, count]) => count > 0);
  return {
    vm_resources: {
      n_steps: steps,
      n_memory_holes: memoryHoles,
      builtin_instance_counter: Object.fromEntries(used.map(([name, count]) => [`${name}_builtin`, count])),
    },
    gas_consumed: gas,
    syscall_counter: Object.fromEntries(
      // Keccak is counted in rounds.
      [...usages].map(([name, { count, felts }]) => [
        name === 'Keccak' ? 'KeccakRound' : name,
        { call_count: count, linear_factor: felts },
      ]),
    ),
  };
}
