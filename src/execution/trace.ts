import type { ProtocolConstants } from '../protocol/constants.ts';
import type { StateDiff } from '../state/stateDiff.ts';
import type { CallInfo } from './callInfo.ts';
import type { GasVector } from './gasVector.ts';

/** The unit of VM resources: L2 gas or, for bounds on L1 gas alone and for messages, L1 gas. */
export type GasMode = 'All' | 'NoL2Gas';

/** A call that succeeded, or the reason why it was reverted. */
export type TracedExecution = CallInfo | { readonly revertReason: string };

interface TraceParts {
  readonly stateDiff: StateDiff;
  /** As in receipts: data gas without that for new cells. */
  readonly executionResources: GasVector;
  /** The unit of the resources of the calls. */
  readonly gasMode: GasMode;
  /** The protocol version of the block, whose prices they have. */
  readonly constants: ProtocolConstants;
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
