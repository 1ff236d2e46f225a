import { functionBySelector } from '../../abi/functionBySelector.ts';
import type { RunResources } from '../../cairo/machine.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';
import type { CallInfo } from '../callInfo.ts';
import type { SyscallUsages } from '../calls/resources.ts';
import { classAbi, type FindClass } from '../explain/classFacts.ts';
import { addResources } from '../gas/vmResources.ts';
import { CallMeter } from '../gasReport/callMeter.ts';
import { selectorOf } from '../hash/address.ts';
import type { StepLog } from './steppedMachine.ts';

/** A call with the steps of its own run, and what it used with its inner calls. */
interface TracedCall {
  readonly info: CallInfo;
  readonly log: StepLog | undefined;
  readonly resources: RunResources;
  readonly usages: SyscallUsages;
  readonly inner: readonly TracedCall[];
}

/** Records the calls of an execution with all of their steps. */
export class TraceRecorder extends CallMeter {
  /** The outermost calls that ended, the fee transfer excluded. */
  readonly roots = new Set<TracedCall>();
  readonly #traced = new Map<CallInfo, TracedCall>();
  readonly #ended: () => StepLog | undefined;

  constructor(ended: () => StepLog | undefined) {
    super();
    this.#ended = ended;
  }

  override leave(info: CallInfo, run: RunResources, usages: SyscallUsages, constants: ProtocolConstants): void {
    super.leave(info, run, usages, constants);
    const inner = info.inner.flatMap((call) => this.#traced.get(call) ?? []);
    const resources = addResources(run, ...inner.map((call) => call.resources));
    const all = new Map<SyscallName, { count: number; felts: number }>();
    for (const [name, { count, felts }] of [usages, ...inner.map((call) => call.usages)].flatMap((each) => [...each])) {
      const sum = all.get(name) ?? { count: 0, felts: 0 };
      all.set(name, { count: sum.count + count, felts: sum.felts + felts });
    }
    const traced = { info, log: this.#ended(), resources, usages: all, inner };
    this.#traced.set(info, traced);
    for (const call of inner) this.roots.delete(call);
    this.roots.add(traced);
  }
}

/** What a trace needs of the chain. */
export interface TraceNames {
  readonly find: FindClass;
  /** The class file of a class, if it is known. */
  readonly fileOf: (classHash: FeltKey) => string | undefined;
}

/** The trace of a transaction, in the format `CallTraceV1` that cairo-profiler and cairo-coverage read. */
export function cairoTrace(hash: Felt, { roots }: TraceRecorder, names: TraceNames): object {
  const calls = [...roots];
  const entryPoint = {
    class_hash: null,
    entry_point_type: 'EXTERNAL',
    entry_point_selector: '0x0',
    contract_address: '0x0',
    call_type: 'Call',
    contract_name: 'Transaction',
    function_name: formatFelt(hash),
    calldata_len: null,
    events_summary: null,
    signature_len: null,
  };
  return {
    entry_point: entryPoint,
    used_execution_resources: resourcesOf(
      calls.length === 0 ? undefined : addResources(...calls.map(({ resources }) => resources)),
      calls.reduce((sum, { info }) => sum + info.gasConsumed, 0),
      [],
    ),
    used_l1_resources: { l2_l1_message_sizes: [] },
    nested_calls: calls.map((call) => ({ EntryPointCall: callOf(call, names) })),
    cairo_execution_info: null,
  };
}

function callOf(traced: TracedCall, names: TraceNames): object {
  const { info, log, inner, resources, usages } = traced;
  const { call } = info;
  const facts = names.find(call.classHash);
  const model = facts && classAbi(facts.definition);
  const named = model && functionBySelector(model, feltOf(call.selector), selectorOf);
  const file = names.fileOf(call.classHash);
  return {
    entry_point: {
      class_hash: formatFelt(feltOf(call.classHash)),
      entry_point_type: call.entryPointType,
      entry_point_selector: formatFelt(feltOf(call.selector)),
      contract_address: formatFelt(feltOf(call.contractAddress)),
      call_type: call.callType === 'CALL' ? 'Call' : 'Delegate',
      contract_name: facts?.contractName ?? model?.contractName ?? null,
      function_name: named?.name ?? (call.entryPointType === 'CONSTRUCTOR' ? 'constructor' : null),
      calldata_len: call.calldata.length,
      events_summary: info.events.map(({ keys, data }) => ({ keys_len: keys.length, data_len: data.length })),
      signature_len: null,
    },
    used_execution_resources: resourcesOf(resources, info.gasConsumed, usages),
    used_l1_resources: { l2_l1_message_sizes: info.messages.map(({ payload }) => payload.length) },
    nested_calls: inner.map((each) => ({ EntryPointCall: callOf(each, names) })),
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

function stepsOf({ registers }: StepLog): object[] {
  const steps: object[] = [];
  for (let i = 0; i < registers.length; i += 3)
    steps.push({ pc: registers[i], ap: registers[i + 1], fp: registers[i + 2] });
  return steps;
}

/** System calls that the format has no name for. */
const NAMELESS = new Set(['DeployV2']);

function resourcesOf(
  resources: RunResources | undefined,
  gas: number,
  usages: Iterable<readonly [SyscallName, { readonly count: number; readonly felts: number }]>,
): object {
  const { steps = 0, memoryHoles = 0, builtins = {} } = resources ?? {};
  const used = Object.entries(builtins).filter(([, count]) => count > 0);
  return {
    vm_resources: {
      n_steps: steps,
      n_memory_holes: memoryHoles,
      builtin_instance_counter: Object.fromEntries(used.map(([name, count]) => [`${name}_builtin`, count])),
    },
    gas_consumed: gas,
    syscall_counter: Object.fromEntries(
      [...usages]
        .filter(([name]) => !NAMELESS.has(name))
        // Keccak is counted in rounds.
        .map(([name, { count, felts }]) => [
          name === 'Keccak' ? 'KeccakRound' : name,
          { call_count: count, linear_factor: felts },
        ]),
    ),
  };
}
