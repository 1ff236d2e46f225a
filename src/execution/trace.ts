import type { StateDiff } from '../state/stateDiff.ts';
import type { CallInfo } from './callInfo.ts';
import type { GasVector } from './gasVector.ts';

/** How VM resources are expressed: as L2 gas, or (L1-only bounds, messages) as L1 gas. */
export type GasMode = 'All' | 'NoL2Gas';

/** An invocation that ran, or why its writes were dropped. */
export type TracedExecution = CallInfo | { readonly revertReason: string };

interface TraceParts {
  readonly stateDiff: StateDiff;
  /** As receipts show them: data gas without allocation. */
  readonly executionResources: GasVector;
  /** How the resources of the calls inside are expressed. */
  readonly gasMode: GasMode;
}

/** What a transaction called and changed. */
export type TransactionTrace = TraceParts &
  (
    | {
        readonly type: 'INVOKE';
        readonly validateInvocation?: CallInfo | undefined;
        readonly executeInvocation: TracedExecution;
        readonly feeTransferInvocation?: CallInfo | undefined;
      }
    | {
        readonly type: 'DECLARE';
        readonly validateInvocation?: CallInfo | undefined;
        readonly feeTransferInvocation?: CallInfo | undefined;
      }
    | {
        readonly type: 'DEPLOY_ACCOUNT';
        readonly validateInvocation?: CallInfo | undefined;
        readonly constructorInvocation: CallInfo;
        readonly feeTransferInvocation?: CallInfo | undefined;
      }
    | { readonly type: 'L1_HANDLER'; readonly functionInvocation: TracedExecution }
  );
