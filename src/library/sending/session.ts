// Session keys by the draft SNIP "Session Keys for Smart Accounts": an owner gives another key the right to send some transactions.

import type { Felt } from '../../felt/felt.ts';
import { poseidonMany, starknetKeccak } from '../../felt/hash.ts';
import { starkSign } from '../../felt/stark.ts';
import { checkOptions } from '../options/checkOptions.ts';
import {
  type AddressLike,
  type AmountLike,
  addressIn,
  type FeltLike,
  type Hex,
  readAmount,
  readFelt,
  toHex,
} from '../values.ts';
import { type CallLike, executeCalldata, selectorText } from './calls.ts';
import type { FromLike } from './sendingAccount.ts';
import type { SendOptions } from './sendOptions.ts';
import type { SentTransaction } from './sentTransaction.ts';
import { type SignHash, starkSigner } from './signers.ts';

/** What opening a session needs of a sandbox. */
export interface SessionBox {
  execute(calls: CallLike | readonly CallLike[], options?: SendOptions): Promise<SentTransaction>;
  call(call: CallLike): Promise<readonly Hex[]>;
  getNonce(address: AddressLike): Promise<bigint>;
  readonly chainId: Hex;
  readonly time: { increase(seconds: AmountLike): Promise<unknown>; now(): Promise<bigint> };
}

/** What a session may do. */
export interface SessionOptions {
  /** The key of the session. Default: one that is made from the account and the number of its transactions. */
  readonly privateKey?: AmountLike | undefined;
  /** How long it lasts from now, in seconds by the clock of the chain. Default: 3600. */
  readonly seconds?: AmountLike | undefined;
  /** How many transactions it may send. Default: 100. */
  readonly maxCalls?: number | undefined;
  /** The names of the functions that it may call, or their selectors as bigints. Default: all, but none of the account itself. */
  readonly entryPoints?: readonly (string | bigint)[] | undefined;
}

/** What an account knows of a session. */
export interface SessionData {
  /** When it ends. 0 if there is no such session, or it was revoked. */
  readonly validUntil: number;
  readonly maxCalls: number;
  /** How many transactions it has sent. */
  readonly callsUsed: number;
}

/** A session of an account. It can be given as `from`. */
export interface Session {
  readonly address: Hex;
  readonly privateKey: Hex;
  readonly publicKey: Hex;
  readonly validUntil: number;
  /** Signs the hash of a transaction or of typed data: the key, the signature and the end of the session. */
  readonly signer: SignHash;
  /** Signs calls by the hash of the draft, which leaves out the fee. */
  signCalls(calls: readonly CallLike[], nonce: FeltLike): readonly Hex[];
  /** What the account knows of it. */
  data(): Promise<SessionData>;
  /** Takes it back. Its owner sends the transaction. */
  revoke(): Promise<void>;
  /** Moves the clock of the chain behind its end. */
  expire(): Promise<void>;
}

const OPTIONS = [
  'privateKey',
  'seconds',
  'maxCalls',
  'entryPoints',
] as const satisfies readonly (keyof SessionOptions)[];

/**
 * Opens a session of an account that has session keys, such as one of the class `starbox/contracts/SessionAccount.json`. The owner sends the
 * transaction. See docs/sessions.md.
 *
 * @throws TransactionRevertedError when the account has no session keys.
 * @example
 * const owner = await box.createAccount({ class: 'SessionAccount' });
 * const session = await openSession(box, owner, { entryPoints: ['transfer'], maxCalls: 5 });
 * await box.strk.write.transfer(bob, 5n, { from: session });
 */
export async function openSession(
  box: SessionBox,
  owner: FromLike & { readonly address: FeltLike },
  options: SessionOptions = {},
): Promise<Session> {
  checkOptions(options, OPTIONS, "{ entryPoints: ['transfer'] }");
  const { maxCalls = 100, entryPoints = [] } = options;
  const account = readFelt(addressIn(owner as AddressLike), 'account');
  const until = await endOf(box, options.seconds);
  const validUntil = Number(until);
  const key =
    options.privateKey ?? starknetKeccak(`session of ${toHex(account)}, ${await box.getNonce(toHex(account))}`);
  const { privateKey, publicKey } = starkSigner(key);
  const pub = BigInt(publicKey[0]!) as Felt;
  const selectors = entryPoints.map((name) => BigInt(selectorText(name, 'entryPoints')));
  const calldata = [pub, until, readAmount(maxCalls, 'maxCalls', 32), BigInt(selectors.length), ...selectors];
  await box.execute({ to: toHex(account), entryPoint: 'add_or_update_session_key', calldata }, { from: owner });
  const sign = (hash: Felt): readonly Hex[] => {
    const { r, s } = starkSign(BigInt(privateKey) as Felt, hash);
    return [pub, r, s, until].map(toHex);
  };
  return {
    address: toHex(account),
    privateKey,
    publicKey: toHex(pub),
    validUntil,
    signer: (hash) => sign(hash as Felt),
    signCalls: (calls, nonce) =>
      sign(
        poseidonMany([
          account,
          BigInt(box.chainId) as Felt,
          readFelt(nonce, 'nonce'),
          until,
          // Without their number.
          ...executeCalldata(calls, 'cairo1').slice(1),
        ]),
      ),
    data: async () => {
      const stored = await box.call({ to: toHex(account), entryPoint: 'get_session_data', calldata: [pub] });
      const [end, most, used] = stored.map(Number) as [number, number, number];
      return { validUntil: end, maxCalls: most, callsUsed: used };
    },
    revoke: async () => {
      await box.execute({ to: toHex(account), entryPoint: 'revoke_session_key', calldata: [pub] }, { from: owner });
    },
    expire: () => passTime(box, until),
  };
}

/** When a session ends that begins now. */
export const endOf = async (box: SessionBox, seconds: AmountLike = 3600): Promise<Felt> =>
  ((await box.time.now()) + readAmount(seconds, 'seconds', 32)) as Felt;

/** Moves the clock of the chain behind a time, if it is not there yet. */
export async function passTime(box: SessionBox, time: bigint): Promise<void> {
  const left = time + 1n - (await box.time.now());
  if (left > 0n) await box.time.increase(left);
}
