import type { RunResources } from '../cairo/machine.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import type { CallInfo } from './callInfo.ts';
import type { SyscallUsages } from './calls/resources.ts';
import { L2_GAS_PER_L1_GAS, vmL1Gas } from './gas/computationGas.ts';
import type { TransactionGas } from './gas/transactionGas.ts';
import { addResources, NO_RESOURCES } from './gas/vmResources.ts';

/** What a call used, inner calls included. */
export interface MeteredCall {
  readonly call: CallInfo['call'];
  readonly failed: boolean;
  /** For a call that is metered in steps: what its steps or its most used builtin cost alone. */
  readonly l2Gas: number;
  /** The resources of the VM runs, without those of the OS. */
  readonly resources: RunResources;
  readonly storageReads: number;
  readonly storageWrites: number;
}

/** Meters the calls of an execution, the inner ones first. Without a meter nothing is counted, at no cost. */
export class CallMeter {
  readonly calls: MeteredCall[] = [];
  /** What the transaction was last charged for; a reverted one is charged again. */
  charged: TransactionGas | undefined;
  readonly #byInfo = new Map<CallInfo, MeteredCall>();

  charge(total: TransactionGas): void {
    this.charged = total;
  }

  /** A call ended: its result, its own VM run, and its own system calls. */
  leave(info: CallInfo, run: RunResources, usages: SyscallUsages, constants: ProtocolConstants): void {
    this.#addEmptyConstructors(info.inner);
    const inner = info.inner.flatMap((call) => this.#byInfo.get(call) ?? []);
    const sum = (of: (call: MeteredCall) => number) => inner.reduce((total, call) => total + of(call), 0);
    const metered: MeteredCall = {
      call: info.call,
      failed: info.failed,
      l2Gas:
        info.tracked === 'SierraGas'
          ? info.gasConsumed
          : Number(vmL1Gas(info.resources, 0, constants) * L2_GAS_PER_L1_GAS),
      resources: inner.length === 0 ? run : addResources(run, ...inner.map(({ resources }) => resources)),
      storageReads: (usages.get('StorageRead')?.count ?? 0) + sum((call) => call.storageReads),
      storageWrites: (usages.get('StorageWrite')?.count ?? 0) + sum((call) => call.storageWrites),
    };
    this.calls.push(metered);
    this.#byInfo.set(info, metered);
  }

  /** Classes without a constructor run nothing when they are deployed, but their deployments count. */
  #addEmptyConstructors(calls: readonly CallInfo[]): void {
    for (const info of calls) {
      const { call, failed } = info;
      if (call.entryPointType === 'CONSTRUCTOR' && !failed && !this.#byInfo.has(info))
        this.calls.push({ call, failed, l2Gas: 0, resources: NO_RESOURCES, storageReads: 0, storageWrites: 0 });
    }
  }
}
