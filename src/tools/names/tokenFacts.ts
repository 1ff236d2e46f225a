import type { AbiFunction, AbiModel } from '../../abi/abiModel.ts';
import { decodeResult } from '../../abi/decode.ts';
import { shortStringOf } from '../../abi/panicData.ts';
import type { ChainView } from '../../chain/chainView.ts';
import { call } from '../../chain/run/call.ts';
import type { Surroundings } from '../../chain/surroundings.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { feltOf, keyOf } from '../../felt/key.ts';
import { ifKnown } from '../../state/retryRead.ts';
import { classAbi } from './classFacts.ts';
import { knownClassOf } from './knownClass.ts';

/** What a token says of itself. */
export interface TokenFacts {
  readonly name: string;
  readonly symbol: string;
  /** Undefined for tokens that are not divided, such as NFTs. */
  readonly decimals: number | undefined;
}

const MOST_DECIMALS = 77;
const MOST_CHARS = 100;
/** COST: about 200 bytes for each. The oldest are dropped. */
const MOST_TOKENS = 5_000;

/** By address and class. A token that is upgraded may have another name, and one without a name may get one when its storage changes. */
class TokenMemory {
  readonly #known = new Map<string, TokenFacts>();
  /** Those that have no name, with the storage that they had when they were asked. */
  readonly #nameless = new Map<string, WeakRef<object>>();

  /** Whether an answer is there without asking the contract. */
  has(key: string, storage: object): boolean {
    return this.#known.has(key) || this.#nameless.get(key)?.deref() === storage;
  }

  async get(
    key: string,
    storage: object,
    read: () => Promise<TokenFacts | undefined>,
  ): Promise<TokenFacts | undefined> {
    if (this.#nameless.get(key)?.deref() === storage) return undefined;
    const facts = this.#known.get(key) ?? (await read());
    if (facts) keep(this.#known, key, facts);
    else keep(this.#nameless, key, new WeakRef(storage));
    return facts;
  }
}

function keep<V>(memory: Map<string, V>, key: string, value: V): void {
  memory.set(key, value);
  if (memory.size > MOST_TOKENS) memory.delete(memory.keys().next().value!);
}

const newTokenMemory = () => new TokenMemory();
const tokensOf = ({ memories }: Surroundings): TokenMemory => memories.of(newTokenMemory);

/** Whether an ABI has the functions of a token. */
export const isToken = ({ functions }: AbiModel): boolean =>
  functions.has('symbol') && functions.has('name') && (functions.has('balance_of') || functions.has('balanceOf'));

/** What a token is remembered by: its address and class, and its storage. */
function memoryKeyOf({ value }: ChainView, address: Felt): readonly [key: string, storage: object] {
  const { state } = value.open;
  const classHash = ifKnown(() => state.classHashAt(keyOf(address)));
  return [`${keyOf(address)}${classHash}`, state.localStorage(keyOf(address))];
}

/** Whether `tokenFacts` has its answer without calling the contract. */
export const isTokenRead = (view: ChainView, address: Felt): boolean =>
  tokensOf(view.surroundings).has(...memoryKeyOf(view, address));

/** The name, the symbol and the decimals of a token, asked once; undefined if the contract is none, or is not known here. */
export async function tokenFacts(view: ChainView, address: Felt): Promise<TokenFacts | undefined> {
  const known = knownClassOf(view, address);
  const abi = known && classAbi(known.definition);
  if (!abi || !isToken(abi)) return undefined;
  return tokensOf(view.surroundings).get(...memoryKeyOf(view, address), async () => {
    const name = textOf(await answerOf(view, address, abi, 'name'));
    const symbol = textOf(await answerOf(view, address, abi, 'symbol'));
    if (name === undefined || symbol === undefined) return undefined;
    const decimals = Number((await answerOf(view, address, abi, 'decimals')) ?? Number.NaN);
    return { name, symbol, decimals: decimals >= 0 && decimals <= MOST_DECIMALS ? decimals : undefined };
  });
}

/** What a function without parameters returns; undefined if it fails, or the token does not have it. */
async function answerOf(view: ChainView, address: Felt, abi: AbiModel, name: string): Promise<unknown> {
  const fn: AbiFunction | undefined = abi.functions.get(name);
  if (!fn || fn.inputs.length > 0) return undefined;
  const request = { contractAddress: address, entryPointSelector: selectorOf(name), calldata: [] };
  const result = await call(view, request, 'open');
  if (result.kind !== 'finished' || result.info.failed) return undefined;
  try {
    return decodeResult(fn, result.info.retdata.map(feltOf));
  } catch {
    return undefined;
  }
}

/** A text, or a short string in a felt, of a bounded length; undefined if it is neither. */
function textOf(value: unknown): string | undefined {
  const felt =
    typeof value === 'bigint'
      ? value
      : typeof value === 'string' && /^0x[\da-f]+$/.test(value)
        ? BigInt(value)
        : undefined;
  const text = felt === undefined ? value : shortStringOf(toFelt(felt));
  return typeof text === 'string' && text !== '' ? text.slice(0, MOST_CHARS) : undefined;
}
