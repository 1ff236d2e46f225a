// The methods of a paymaster over JSON-RPC: those of SNIP-29, and two for tests.
import type { Json } from '../json/json.ts';
import { helpedData } from '../protocol/chainError.ts';
import { hint, message } from '../protocol/message.ts';
import { type Answer, errorAnswer } from '../rpc/answer.ts';
import type { CallAnswerer } from '../rpc/answerText.ts';
import { readInSlices } from '../rpc/decode/unreadLists.ts';
import type { Call, Caller, Dispatcher } from '../rpc/dispatch.ts';
import { hex } from '../rpc/format/hex.ts';
import { RpcError } from '../rpc/rpcError.ts';
import { didYouMean } from '../text/didYouMean.ts';
import type { Paymaster, PaymasterClient } from './paymaster.ts';
import { PaymasterError } from './paymasterError.ts';
import { writeSettings } from './readSettings.ts';
import { buildParams, executeParams, trackingParams, unwrapped } from './requests.ts';

interface PaymasterMethod {
  /** A sentence for the documentation. */
  readonly summary: string;
  run(paymaster: Paymaster, params: Json, client: PaymasterClient): unknown;
}

const read = <T>(reader: (value: Json) => T, params: Json): T | Promise<T> => readInSlices(() => reader(params));

export const paymasterMethods: Readonly<Record<string, PaymasterMethod>> = {
  paymaster_health: {
    summary: 'Whether the service runs. Public services have it beside those of SNIP-29.',
    run: () => true,
  },
  paymaster_isAvailable: {
    summary: 'Whether the paymaster takes transactions.',
    run: (paymaster) => paymaster.isAvailable(),
  },
  paymaster_getSupportedTokens: {
    summary: 'The tokens that fees can be paid in, with their prices in STRK.',
    run: (paymaster, _, client) => paymaster.supportedTokens(client),
  },
  paymaster_buildTransaction: {
    summary: 'The typed data that the user signs, and what the transaction costs.',
    run: async (paymaster, params, client) => paymaster.build(await read(unwrapped(buildParams), params), client),
  },
  paymaster_executeTransaction: {
    summary: 'Sends a transaction that its user signed.',
    run: async (paymaster, params, client) => paymaster.execute(await read(unwrapped(executeParams), params), client),
  },
  paymaster_trackingIdToLatestHash: {
    summary: 'The transaction of a tracking id, and whether it is active, accepted or dropped.',
    run: (paymaster, params, client) => paymaster.track(trackingParams(params).trackingId, client),
  },
  sandbox_getPaymaster: {
    summary: 'The settings of the paymaster, its account, and the newest transactions that it sent.',
    run: (paymaster) => ({
      address: hex(paymaster.address),
      settings: writeSettings(paymaster.settings),
      spent: paymaster.spent.toString(),
      transactions: paymaster.sent.map((sent) => ({
        transaction_hash: sent.transactionHash,
        user_address: sent.userAddress,
        mode: sent.mode,
        fee_in_strk: hex(sent.feeInStrk),
        gas_token: sent.gasToken ?? null,
        paid_in_gas_token: sent.paidInGasToken === undefined ? null : hex(sent.paidInGasToken),
      })),
    }),
  },
  sandbox_setPaymaster: {
    summary: 'Changes settings of the paymaster: prices, limits, keys, refusals.',
    run: (paymaster, params) => {
      paymaster.change(params);
      return {};
    },
  },
};

interface FrontOptions {
  /** The key of the client, if it sends one. */
  readonly apiKey?: string | undefined;
  /** Whether clients may not change the settings. */
  readonly isRestricted?: boolean;
}

/** Answers the calls of one client of a paymaster. */
export const paymasterFront = (
  paymaster: Paymaster,
  dispatcher: Dispatcher,
  { apiKey, isRestricted = false }: FrontOptions = {},
): CallAnswerer => ({
  faults: dispatcher.faults,
  errorOf: (thrown, method) => dispatcher.errorOf(thrown, method),
  reportMalformed: (reason) => dispatcher.reportMalformed(reason),
  async answer({ id, method, params }: Call, { signal }: Caller): Promise<Answer> {
    try {
      if (!Object.hasOwn(paymasterMethods, method)) throw methodNotFound(method);
      if (isRestricted && method === 'sandbox_setPaymaster')
        throw new RpcError('methodForbidden', { help: message`${method} is forbidden by ${hint('restriction')}.` });
      const result = await paymasterMethods[method]!.run(paymaster, (params ?? null) as Json, { apiKey, signal });
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (error instanceof PaymasterError) {
        const { code, message: text, data } = error;
        return { jsonrpc: '2.0', id, error: { code, message: text, ...(data !== undefined && { data }) } };
      }
      const known = dispatcher.errorOf(error, method);
      return errorAnswer(id, known, helpedData(known));
    }
  },
});

const methodNotFound = (method: string): RpcError =>
  new RpcError('methodNotFound', {
    data: `This is the paymaster, which has no method ${JSON.stringify(method.slice(0, 80))}. ${didYouMean(method, new Set(Object.keys(paymasterMethods)))}`.trim(),
  });
