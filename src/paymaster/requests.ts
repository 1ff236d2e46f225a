// The requests of SNIP-29, as clients send them.
import { isObject, type Json } from '../json/json.ts';
import {
  type Decoded,
  type Decoder,
  decoder,
  list,
  oneOf,
  optional,
  struct,
  unsigned,
  wrongType,
} from '../rpc/decode/decoder.ts';
import { felt } from '../rpc/decode/felt.ts';
import { countingFelt, wholeNumber } from '../rpc/decode/wholeNumber.ts';
import { invalidParams } from '../rpc/rpcError.ts';

// Later versions of services add members.
const open = { open: true } as const;

const calldata = list(felt, 'paymasterFelts');
const call = struct('CALL', { to: felt, selector: felt, calldata }, open);
const calls = list(call, 'paymasterCalls');
const deployment = struct(
  'ACCOUNT_DEPLOYMENT_DATA',
  {
    address: felt,
    class_hash: felt,
    salt: felt,
    calldata,
    sigdata: optional(list(felt, 'paymasterFelts')),
    version: unsigned(8),
  },
  open,
);
/** How soon the transaction shall be taken: `normal`, for example, or `{"custom": 5}`. It decides nothing here. */
const tip = decoder('TIP_PRIORITY', {}, (value: Json) => {
  if (typeof value === 'string' || typeof value === 'number' || isObject(value)) return value;
  throw wrongType(value, 'a priority');
});
const feeMode = struct(
  'FEE_MODE',
  { mode: oneOf('default', 'sponsored'), gas_token: optional(felt), tip: optional(tip) },
  open,
);
const seconds = wholeNumber(64);
const timeBounds = struct('TIME_BOUNDS', { execute_after: optional(seconds), execute_before: seconds }, open);
const parameters = struct(
  'EXECUTION_PARAMETERS',
  { version: oneOf('0x1'), fee_mode: feeMode, time_bounds: optional(timeBounds) },
  open,
);
const type = oneOf('invoke', 'deploy', 'deploy_and_invoke');

const felts = list(countingFelt, 'paymasterFelts');
const callV1 = struct('OutsideCall', { to: countingFelt, selector: countingFelt, calldata: felts }, open);
const callV2 = struct('Call', { To: countingFelt, Selector: countingFelt, Calldata: felts }, open);

/** The messages of SNIP-9, by version. */
const outsideMessages = {
  1: struct(
    'OutsideExecution',
    {
      caller: countingFelt,
      nonce: countingFelt,
      execute_after: seconds,
      execute_before: seconds,
      calls: list(callV1, 'paymasterCalls'),
    },
    open,
  ),
  2: struct(
    'OutsideExecution',
    {
      Caller: countingFelt,
      Nonce: countingFelt,
      'Execute After': seconds,
      'Execute Before': seconds,
      Calls: list(callV2, 'paymasterCalls'),
    },
    open,
  ),
};

const isNewMessage = (domain: Json | undefined, message: Json | undefined): boolean =>
  (isObject(message) && 'Calls' in message) || (isObject(domain) && String(domain['revision'] ?? '0') !== '0');

/** The typed data of an outside execution, of either version. Long lists of it are read in slices, as all others. */
const typedData = decoder('typed data of SNIP-12', {}, (value: Json) => {
  if (!isObject(value)) throw wrongType(value, 'typed data');
  const { domain, message = null } = value;
  return isNewMessage(domain, message)
    ? { version: 2 as const, message: outsideMessages[2](message) }
    : { version: 1 as const, message: outsideMessages[1](message) };
});
const userInvoke = struct('USER_INVOKE', { user_address: felt, calls }, open);
const signedInvoke = struct(
  'EXECUTABLE_USER_INVOKE',
  { user_address: felt, typed_data: typedData, signature: list(felt, 'paymasterFelts') },
  open,
);

export const buildParams = struct(
  'BuildTransaction',
  {
    transaction: struct(
      'USER_TRANSACTION',
      { type, deployment: optional(deployment), invoke: optional(userInvoke) },
      open,
    ),
    parameters,
  },
  open,
);
export const executeParams = struct(
  'ExecuteTransaction',
  {
    transaction: struct(
      'EXECUTABLE_USER_TRANSACTION',
      { type, deployment: optional(deployment), invoke: optional(signedInvoke) },
      open,
    ),
    parameters,
  },
  open,
);
export const trackingParams = struct('TrackingId', { tracking_id: felt }, open);

export type BuildRequest = Decoded<typeof buildParams>;
export type ExecuteRequest = Decoded<typeof executeParams>;
export type ExecutionParameters = Decoded<typeof parameters>;
export type OutsideCall = Decoded<typeof call>;
export type DeploymentData = Decoded<typeof deployment>;
export type TypedData = Decoded<typeof typedData>;

/** Some clients send the object as the only item of a list. */
export const unwrapped =
  <T>(params: Decoder<T>): ((value: Json) => T) =>
  (value) =>
    params(Array.isArray(value) && value.length === 1 && isObject(value[0]!) ? value[0]! : value);

/** The parts of a transaction that its type names. */
export function partsOf<D, I>(transaction: {
  readonly type: 'invoke' | 'deploy' | 'deploy_and_invoke';
  readonly deployment: D | undefined;
  readonly invoke: I | undefined;
}): { readonly deployment: D | undefined; readonly invoke: I | undefined } {
  const needed = { deployment: transaction.type !== 'invoke', invoke: transaction.type !== 'deploy' };
  for (const name of ['deployment', 'invoke'] as const)
    if (needed[name] && transaction[name] === undefined)
      throw invalidParams(`missing field \`${name}\`: a transaction of type ${transaction.type} has it`);
  return {
    deployment: needed.deployment ? transaction.deployment : undefined,
    invoke: needed.invoke ? transaction.invoke : undefined,
  };
}
