import { readFileSync } from 'node:fs';
import { defaultConfig, type NodeConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { starknetKeccak } from '../../src/felt/hash.ts';
import type { Fetch } from '../../src/l1/l1Client.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { defaultServerConfig, type ServerConfig } from '../../src/rpc/serverConfig.ts';
import { Hub } from '../../src/sandbox/hub.ts';

const exerciser = JSON.parse(
  readFileSync(new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url), 'utf8'),
);
export const CONTRACT = '0xc0ffee';
export const selector = (name: string) => formatFelt(starknetKeccak(name));

export interface Flush {
  readonly messages_to_l1: readonly { from_address: string; to_address: string; payload: readonly string[] }[];
  readonly messages_to_l2: readonly Record<string, unknown>[];
  readonly generated_l2_transactions: readonly string[];
  readonly l1_provider: string;
}

/** A node with a contract that sends messages (`send`) and receives them (`on_message`). */
export async function messagingWorld(
  options: Partial<NodeConfig> = {},
  fetch?: Fetch,
  server: Partial<ServerConfig> = {},
) {
  const node = await createBundledNode({ ...defaultConfig, seed: 7, accounts: 1, journal: true, ...options });
  const faults: string[] = [];
  const hub = new Hub(node, {
    fetch,
    server: { ...defaultServerConfig, ...server },
    warn: (text) => faults.push(text),
  });
  await hub.connectL1();
  const call = async (method: string, params?: unknown) =>
    JSON.parse(await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher));
  const request = async <T = unknown>(method: string, params?: unknown): Promise<T> => {
    const { result, error } = await call(method, params);
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  };
  const account = formatFelt(node.accounts[0]!.address);
  await request('devnet_autoImpersonate');
  const { classes } = await request<{ classes: { class_hash: string }[] }>('devnet_applyStateDiff', {
    classes: [{ contract_class: exerciser }],
    state_diff: {},
  });
  const deployed_contracts = [{ address: CONTRACT, class_hash: classes[0]!.class_hash }];
  await request('devnet_applyStateDiff', { state_diff: { deployed_contracts } });
  const start = node.value;
  const bound = { max_amount: '0x5f5e100', max_price_per_unit: '0x77359400' };
  /** An invocation that sends a message to L1 from the contract. */
  const sending = async (to: string, payload: readonly string[]) => {
    const inner = [to, `0x${payload.length.toString(16)}`, ...payload];
    return {
      type: 'INVOKE',
      version: '0x3',
      sender_address: account,
      calldata: ['0x1', CONTRACT, selector('send'), `0x${inner.length.toString(16)}`, ...inner],
      signature: [],
      nonce: await request('starknet_getNonce', { block_id: 'pre_confirmed', contract_address: account }),
      resource_bounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
      tip: '0x0',
      paymaster_data: [],
      account_deployment_data: [],
      nonce_data_availability_mode: 'L1',
      fee_data_availability_mode: 'L1',
    };
  };
  return {
    node,
    hub,
    faults,
    call,
    request,
    /** Reverts to the initial state. A new world would have to compile the contract again. */
    reset: () => node.restore(start),
    flush: (dry_run?: boolean) => request<Flush>('devnet_postmanFlush', dry_run === undefined ? {} : { dry_run }),
    sending,
    /** Sends a message to L1 from the contract. */
    async send(to: string, payload: readonly string[]): Promise<void> {
      const { transaction_hash } = await request<{ transaction_hash: string }>('starknet_addInvokeTransaction', {
        invoke_transaction: await sending(to, payload),
      });
      const status = await request<{ execution_status: string; failure_reason?: string }>(
        'starknet_getTransactionStatus',
        { transaction_hash },
      );
      if (status.execution_status !== 'SUCCEEDED') throw new Error(status.failure_reason);
    },
    /** The value that the handler stored for an L1 sender. */
    stored: (from: string) =>
      request<string[]>('starknet_call', {
        request: { contract_address: CONTRACT, entry_point_selector: selector('get'), calldata: [from] },
        block_id: 'pre_confirmed',
      }).then(([value]) => value),
    close() {
      hub.end();
      node.close();
    },
  };
}
