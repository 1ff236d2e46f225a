import type { CallInfo } from '../../execution/callInfo.ts';
import { computationGas } from '../../execution/gas/computationGas.ts';
import type { TracedExecution, TransactionTrace } from '../../execution/trace.ts';
import { feltOf } from '../../felt/key.ts';
import type { InitialReads as StateReads } from '../../state/transactionState.ts';
import { formatCheatedCall, type TracedCheats } from './cheat.ts';
import { type ExecutionResources, formatResources } from './gas.ts';
import { ethHex, type Hex, hexKey, hexKeys } from './hex.ts';
import type { L2ToL1Message } from './message.ts';
import { formatStateDiff, type StateDiff } from './stateDiff.ts';

export interface TraceParts {
  readonly state_diff: StateDiff;
  readonly execution_resources: ExecutionResources;
}
export interface AccountTraceParts extends TraceParts {
  readonly validate_invocation?: FunctionInvocation;
  readonly fee_transfer_invocation?: FunctionInvocation;
}

/** What a transaction called and changed; what did not run is absent. */
export type Trace =
  | (AccountTraceParts & { readonly type: 'INVOKE'; readonly execute_invocation: FunctionInvocation | Reverted })
  | (AccountTraceParts & { readonly type: 'DECLARE' })
  | (AccountTraceParts & { readonly type: 'DEPLOY_ACCOUNT'; readonly constructor_invocation: FunctionInvocation })
  | (TraceParts & { readonly type: 'L1_HANDLER'; readonly function_invocation: FunctionInvocation | Reverted });

/** Stands in the place of an invocation whose effects were dropped. */
export interface Reverted {
  readonly revert_reason: string;
}

/** A call of a contract, with the calls inside. */
export interface FunctionInvocation {
  readonly contract_address: Hex;
  readonly entry_point_selector: Hex;
  readonly calldata: readonly Hex[];
  readonly caller_address: Hex;
  readonly class_hash: Hex;
  readonly entry_point_type: 'CONSTRUCTOR' | 'EXTERNAL' | 'L1_HANDLER';
  readonly call_type: 'CALL' | 'DELEGATE';
  readonly result: readonly Hex[];
  readonly calls: readonly FunctionInvocation[];
  readonly events: readonly { readonly order: number; readonly keys: readonly Hex[]; readonly data: readonly Hex[] }[];
  readonly messages: readonly OrderedMessage[];
  readonly execution_resources: Pick<ExecutionResources, 'l1_gas' | 'l2_gas'>;
  readonly is_reverted: boolean;
  /** Only of a call that cheats changed. */
  readonly cheats?: TracedCheats;
}

/** A message to L1, with its place among all that the transaction sent. */
export interface OrderedMessage extends L2ToL1Message {
  readonly order: number;
}

/** What executions first read of the state below them. */
export interface InitialReads {
  readonly storage: readonly { readonly contract_address: Hex; readonly key: Hex; readonly value: Hex }[];
  readonly nonces: readonly { readonly contract_address: Hex; readonly nonce: Hex }[];
  readonly class_hashes: readonly { readonly contract_address: Hex; readonly class_hash: Hex }[];
  readonly declared_contracts: readonly { readonly class_hash: Hex; readonly is_declared: boolean }[];
}

/** A transaction's trace; what did not run is left out. */
export function formatTrace(trace: TransactionTrace): Trace {
  const parts = () => ({
    state_diff: formatStateDiff(trace.stateDiff),
    execution_resources: formatResources(trace.executionResources),
  });
  if (trace.type === 'L1_HANDLER')
    return { type: trace.type, function_invocation: formatExecution(trace.functionInvocation, trace), ...parts() };
  const { validateInvocation: validate, feeTransferInvocation: transfer } = trace;
  const before = validate ? { validate_invocation: formatInvocation(validate, trace) } : {};
  const after = () => ({
    ...(transfer ? { fee_transfer_invocation: formatInvocation(transfer, trace) } : {}),
    ...parts(),
  });
  switch (trace.type) {
    case 'INVOKE':
      return {
        type: trace.type,
        ...before,
        execute_invocation: formatExecution(trace.executeInvocation, trace),
        ...after(),
      };
    case 'DECLARE':
      return { type: trace.type, ...before, ...after() };
    case 'DEPLOY_ACCOUNT':
      return {
        type: trace.type,
        ...before,
        constructor_invocation: formatInvocation(trace.constructorInvocation, trace),
        ...after(),
      };
  }
}

/** How the gas of a trace's calls is computed. */
type Pricing = Pick<TransactionTrace, 'gasMode' | 'constants'>;

function formatExecution(info: TracedExecution, pricing: Pricing): FunctionInvocation | Reverted {
  return 'revertReason' in info ? { revert_reason: info.revertReason } : formatInvocation(info, pricing);
}

function formatInvocation(info: CallInfo, pricing: Pricing): FunctionInvocation {
  const { call } = info;
  // A frame's gas covers what it called, whichever way each was metered.
  const { gasMode, constants } = pricing;
  const { l1Gas, l2Gas } = computationGas(info.resources, BigInt(info.gasConsumed), 0, gasMode, constants);
  return {
    contract_address: hexKey(call.contractAddress),
    entry_point_selector: hexKey(call.selector),
    calldata: hexKeys(call.calldata),
    caller_address: hexKey(call.caller),
    class_hash: hexKey(call.classHash),
    entry_point_type: call.entryPointType,
    call_type: call.callType,
    result: hexKeys(info.retdata),
    calls: info.inner.map((inner) => formatInvocation(inner, pricing)),
    events: info.events.map(({ order, keys, data }) => ({ order, keys: hexKeys(keys), data: hexKeys(data) })),
    messages: info.messages.map(({ order, toAddress, payload }) => ({
      order,
      from_address: hexKey(call.contractAddress),
      to_address: ethHex(feltOf(toAddress)),
      payload: hexKeys(payload),
    })),
    execution_resources: { l1_gas: Number(l1Gas), l2_gas: Number(l2Gas) },
    is_reverted: info.failed,
    ...(call.cheated && { cheats: formatCheatedCall(call.cheated) }),
  };
}

/** What executions first read, as JSON. */
export function formatInitialReads({ storage, nonces, classHashes, declared }: StateReads): InitialReads {
  return {
    storage: [...storage].flatMap(([address, cells]) =>
      [...cells].map(([key, value]) => ({
        contract_address: hexKey(address),
        key: hexKey(key),
        value: hexKey(value),
      })),
    ),
    nonces: [...nonces].map(([address, nonce]) => ({ contract_address: hexKey(address), nonce: hexKey(nonce) })),
    class_hashes: [...classHashes].map(([address, classHash]) => ({
      contract_address: hexKey(address),
      class_hash: hexKey(classHash),
    })),
    declared_contracts: [...declared].map(([classHash, isDeclared]) => ({
      class_hash: hexKey(classHash),
      is_declared: isDeclared,
    })),
  };
}
