import type { Node } from '../../chain/node.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { Connection } from '../requests/connection.ts';
import { ContractControls } from './contractControls.ts';
import { FaultControls } from './faultControls.ts';
import { PaymasterControls } from './paymasterControls.ts';

/**
 * What clients of a sandbox meet: faults, and a paymaster. `Sandbox` has all of it.
 *
 * @example
 * await box.faults.set([{ fault: 'unavailable', probability: 0.2 }]);
 */
export abstract class ClientControls extends ContractControls {
  /**
   * Faults for clients of this sandbox: `box.faults.set`, `get`, `injected`, `clear`.
   * @example
   * await box.faults.set([{ fault: 'answer-lost', method: 'starknet_addInvokeTransaction', at: 1 }]);
   */
  readonly faults: FaultControls;
  /**
   * The paymaster (SNIP-29): `box.paymaster.set`, `refuse`, `get`.
   *
   * @example
   * await box.paymaster.refuse('INVALID_SIGNATURE', { times: 1 });
   */
  readonly paymaster: PaymasterControls;

  /** @internal */
  constructor(node: Node, hub: Hub, connection: Connection) {
    super(node, connection);
    this.faults = new FaultControls(connection.own);
    this.paymaster = new PaymasterControls(hub, connection);
  }
}
