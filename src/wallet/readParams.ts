// Parameters of the wallet API. What a dapp sends wrong is an INVALID_REQUEST_PAYLOAD that says where.
import { readInteger } from '../abi/scalars.ts';
import { feltOfAscii } from '../felt/felt.ts';
import type { Hex } from '../library/index.ts';
import { readCall } from '../library/sending/calls.ts';
import type { Proven } from '../library/sending/transactionKinds.ts';
import { addressText, readFelt, toHex } from '../library/values.ts';
import { readTypedData, type TypedData } from '../typedData/typedData.ts';
import { callLike, type WalletCall } from './askedCall.ts';
import { WalletError } from './walletError.ts';

type Params = Readonly<Record<string, unknown>>;

const MAX_CALLS = 1000;

/** An asset that the user agreed to watch. */
export interface WatchedAsset {
  readonly address: Hex;
  readonly symbol: string | undefined;
  readonly name: string | undefined;
}

/** An error about what a dapp sent. */
export const invalid = (text: string): WalletError => new WalletError('INVALID_REQUEST_PAYLOAD', text);

/** Runs what reads a part of a request; its error becomes one of the wallet API. */
export function readPart<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof WalletError ? error : invalid(error instanceof Error ? error.message : String(error));
  }
}

/** The calls of `wallet_addInvokeTransaction`. */
export function readCalls({ calls }: Params): readonly WalletCall[] {
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > MAX_CALLS)
    throw invalid(`calls must be a list of 1 to ${MAX_CALLS} calls.`);
  return calls.map((call: unknown, i) => {
    const { contract_address, entry_point, calldata } = (call ?? {}) as Partial<WalletCall>;
    if (typeof entry_point !== 'string' || entry_point === '')
      throw invalid(`calls[${i}].entry_point must be the name of a function.`);
    if (typeof contract_address !== 'string') throw invalid(`calls[${i}].contract_address must be an address.`);
    const read = { contract_address, entry_point, calldata };
    readPart(() => readCall(callLike(read), `calls[${i}]`));
    return read;
  });
}

/** The proof of `wallet_addInvokeTransaction`, if it has one. */
export function readProof({ proof }: Params): Proven | undefined {
  if (proof === undefined) return undefined;
  const { data, proof_facts } = (proof ?? {}) as Params;
  if (typeof data !== 'string' || !Array.isArray(proof_facts))
    throw invalid("proof must have 'data', a text, and 'proof_facts', a list.");
  const facts = readPart(() => proof_facts.map((fact, i) => readFelt(fact as string, `proof.proof_facts[${i}]`)));
  return { proof: data, proofFacts: facts };
}

/** A chain id as `0x…` text. */
export function readChain(given: unknown): Hex {
  const number = typeof given === 'string' && given.startsWith('0x') ? readInteger(given) : undefined;
  if (number === undefined) throw invalid("The chain id must be '0x…' text, such as 0x534e5f5345504f4c4941.");
  return toHex(number);
}

/** The asset of `wallet_watchAsset`. */
export function readAsset({ type, options }: Params): WatchedAsset {
  if (type !== 'ERC20') throw invalid("type must be 'ERC20'.");
  const { address, symbol, name } = (options ?? {}) as Params;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : undefined);
  return {
    address: readPart(() => addressText(address as string, 'options.address')),
    symbol: text(symbol),
    name: text(name),
  };
}

/** The typed data of `wallet_signTypedData`. */
export const readTypedDataParams = (params: Params): TypedData => readPart(() => readTypedData(params));

/** Refuses typed data for another chain than that of the wallet. */
export function checkChain({ domain: { chainId } }: TypedData, own: Hex): void {
  if (chainId === undefined) return;
  const number = readPart(() => readInteger(chainId) ?? feltOfAscii(String(chainId)));
  if (number !== BigInt(own)) throw invalid(`domain.chainId is ${String(chainId)}, and the wallet is on ${own}.`);
}
