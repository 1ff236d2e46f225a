import { isCallable } from '../../abi/isCallable.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { PlacedTransaction } from '../../chain/value/block.ts';
import { listClasses, listContracts } from '../../chain/value/localContents.ts';
import { placedAt, placedInOpen } from '../../chain/value/placed.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { limits } from '../../protocol/limits.ts';
import { classAbi, nameOfContract } from '../names/classFacts.ts';
import { namesIn } from '../names/namesIn.ts';
import { isToken, isTokenRead, type TokenFacts, tokenFacts } from '../names/tokenFacts.ts';
import { HASH_START, lineOf, linesWith, textRuns } from './runTexts.ts';

/** Something that a text leads to. */
export type FoundThing =
  | { readonly kind: 'account'; readonly index: number; readonly address: Felt }
  | { readonly kind: 'token'; readonly token: TokenFacts; readonly address: Felt }
  | { readonly kind: 'contract'; readonly name: string | undefined; readonly address: Felt }
  | { readonly kind: 'class'; readonly name: string | undefined; readonly classHash: Felt }
  | { readonly kind: 'function'; readonly name: string; readonly selector: Felt; readonly contracts: readonly Felt[] }
  | { readonly kind: 'event'; readonly name: string; readonly selector: Felt }
  | { readonly kind: 'transaction' | 'message' | 'error'; readonly placed: PlacedTransaction };

interface SearchOptions {
  /** The most things of one kind. */
  readonly most: number;
  readonly accounts: readonly { readonly address: Felt }[];
  /** Goes on with the transactions before a block. */
  readonly before?: number | undefined;
}

/** What a text leads to, and the block before which the search goes on; undefined if it is done. */
export interface FoundPage {
  readonly found: readonly FoundThing[];
  readonly next: number | undefined;
}

/** Fewer characters of a hash, of which 0x are two, would be found everywhere. */
const FEWEST_CHARS = 4;
/** The contracts that are listed of a function. */
const MOST_CONTRACTS = 3;
/** New tokens whose names one search asks for, with calls of their functions. The next search knows them, and asks the next ones. */
const MOST_TOKENS = 200;

/** Everything that was made here and has a text in its name, its hash or its error. Whatever takes long is done in slices. */
export async function searchChain(view: ChainView, text: string, options: SearchOptions): Promise<FoundPage> {
  const wanted = lineOf(text).trim();
  if (wanted === '') return { found: [], next: undefined };
  const transactions = await findTransactions(view, wanted, options);
  if (options.before !== undefined) return transactions;
  const named = [
    ...findAccounts(wanted, options),
    ...(await findContracts(view, wanted, options)),
    ...(await findNames(view, wanted, options)),
  ];
  return { found: [...named, ...transactions.found], next: transactions.next };
}

/** Predeployed accounts: `account 1`, `account`, `#1`. */
function findAccounts(wanted: string, { most, accounts }: SearchOptions): readonly FoundThing[] {
  const found = /^(?:account\s*#?|#)\s*(\d{1,3})?$/.exec(wanted);
  if (!found) return [];
  const all = accounts.map(({ address }, index) => ({ kind: 'account', index, address }) as const);
  return found[1] === undefined ? all.slice(0, most) : all.slice(Number(found[1]), Number(found[1]) + 1);
}

/**
 * The part of a hash that a text means, as the lines of `RunTexts` have it: with 0x the beginning of one, without it any part. Undefined if
 * it is none.
 */
function hashPart(wanted: string): string | undefined {
  const digits = /^(0x)?0*([\da-f]{1,64})$/.exec(wanted);
  if (!digits || `${digits[1] ?? ''}${digits[2]}`.length < FEWEST_CHARS) return undefined;
  return `${digits[1] ? HASH_START : ''}${digits[2]}`;
}

const isInHash = (hash: Felt, part: string | undefined): boolean =>
  part !== undefined && `${HASH_START}${hash.toString(16)}`.includes(part);

/** Tokens, contracts and classes by a part of their names or hashes. */
async function findContracts(view: ChainView, wanted: string, { most }: SearchOptions): Promise<readonly FoundThing[]> {
  const classes = listClasses(view.value);
  const known = namesIn(view, view.value.open.state);
  const names = new Map<FeltKey, string | undefined>();
  const tokenClasses = new Set<FeltKey>();
  for (const { classHash, declared } of classes) {
    const facts = known.find(keyOf(classHash));
    names.set(keyOf(classHash), facts && nameOfContract(facts));
    if (isToken(classAbi(declared.definition))) tokenClasses.add(keyOf(classHash));
    await view.rest();
  }
  const part = hashPart(wanted);
  const tokens: FoundThing[] = [];
  const contracts: FoundThing[] = [];
  let asked = 0;
  for (const { address, classHash } of listContracts(view.value)) {
    const name = names.get(keyOf(classHash));
    const isAsked = tokenClasses.has(keyOf(classHash)) && (isTokenRead(view, address) || asked++ < MOST_TOKENS);
    const token = isAsked ? await tokenFacts(view, address) : undefined;
    await view.rest();
    if (token && [token.name, token.symbol].some((each) => each.toLowerCase().includes(wanted)))
      tokens.push({ kind: 'token', token, address });
    else if (name?.toLowerCase().includes(wanted) || isInHash(address, part))
      contracts.push({ kind: 'contract', name, address });
    if (tokens.length >= most && contracts.length >= most) break;
  }
  const found = classes
    .map(({ classHash }) => ({ kind: 'class', name: names.get(keyOf(classHash)), classHash }) as const)
    .filter(({ name, classHash }) => name?.toLowerCase().includes(wanted) || isInHash(classHash, part));
  return [...tokens.slice(0, most), ...contracts.slice(0, most), ...found.slice(0, most)];
}

/** Functions and events of the classes here, by a part of their names or by their selectors. Those whose name is the text come first. */
async function findNames(view: ChainView, wanted: string, { most }: SearchOptions): Promise<readonly FoundThing[]> {
  const selector = /^0x[\da-f]{1,64}$/.test(wanted) ? BigInt(wanted) : undefined;
  const found = new Map<string, FoundName>();
  for (const { classHash, declared } of listClasses(view.value)) {
    const { functionList, l1Handlers, events } = classAbi(declared.definition);
    const named = [
      ...functionList.map((fn) => ({ kind: 'function', name: fn.name, isForPeople: isCallable(fn) }) as const),
      ...[...l1Handlers.keys()].map((name) => ({ kind: 'function', name, isForPeople: false }) as const),
      ...events.map(({ path }) => ({ kind: 'event', name: path.at(-1)!, isForPeople: false }) as const),
    ];
    for (const { kind, name, isForPeople } of named) {
      const key = `${kind} ${name}`;
      const isFound = selector === undefined ? name.toLowerCase().includes(wanted) : selectorOf(name) === selector;
      if (isFound && !found.has(key)) found.set(key, { kind, name, selector: selectorOf(name), classes: new Set() });
      if (isForPeople) found.get(key)?.classes.add(keyOf(classHash));
    }
    await view.rest();
  }
  const rank = ({ name }: { readonly name: string }) =>
    name.toLowerCase() === wanted ? 0 : name.toLowerCase().startsWith(wanted) ? 1 : 2;
  const all = [...found.values()].sort((a, b) => rank(a) - rank(b));
  const first = (wantedKind: FoundName['kind']) => all.filter(({ kind }) => kind === wantedKind).slice(0, most);
  const events = first('event').map(({ name, selector }) => ({ kind: 'event', name, selector }) as const);
  return [...(await withContracts(view, first('function'))), ...events];
}

/** A function or an event that was found, and the classes in which people can call it. */
interface FoundName {
  readonly kind: 'function' | 'event';
  readonly name: string;
  readonly selector: Felt;
  readonly classes: Set<FeltKey>;
}

/** Functions with some of the contracts in which people can call them. */
async function withContracts(view: ChainView, functions: readonly FoundName[]): Promise<readonly FoundThing[]> {
  const lists = functions.map(({ classes }) => ({ classes, contracts: [] as Felt[] }));
  const callable = lists.filter(({ classes }) => classes.size > 0);
  for (const { address, classHash } of callable.length === 0 ? [] : listContracts(view.value)) {
    for (const { classes, contracts } of callable)
      if (contracts.length < MOST_CONTRACTS && classes.has(keyOf(classHash))) contracts.push(address);
    if (callable.every(({ contracts }) => contracts.length === MOST_CONTRACTS)) break;
    const rest = view.rest();
    if (rest) await rest;
  }
  return functions.map(({ name, selector }, i) => ({
    kind: 'function',
    name,
    selector,
    contracts: lists[i]!.contracts,
  }));
}

/** Transactions by a part of their hash or of the hash of their message from L1, and those that failed with a text, newest first. */
async function findTransactions(view: ChainView, wanted: string, { most, before }: SearchOptions): Promise<FoundPage> {
  const part = hashPart(wanted);
  let read = 0;
  let next: number | undefined;
  const found: { readonly transaction: FoundThing[]; readonly error: FoundThing[] } = { transaction: [], error: [] };
  for (const run of textRuns(view, before)) {
    const rest = view.rest();
    if (rest) await rest;
    if (!run) continue;
    const { texts, isNew, firstBlock } = run;
    if (part !== undefined)
      for (const line of linesWith(texts.hashes, part)) {
        if (found.transaction.length >= most) break;
        const placed = transactionAt(view, texts.hashPlaces, line);
        found.transaction.push({ kind: isInHash(placed.hash, part) ? 'transaction' : 'message', placed });
      }
    if (wanted.length >= 3)
      for (const line of linesWith(texts.reasons, wanted)) {
        if (found.error.length >= most) break;
        found.error.push({ kind: 'error', placed: transactionAt(view, texts.reasonPlaces, line) });
      }
    if ((part === undefined || found.transaction.length >= most) && found.error.length >= most) break;
    if (isNew) read += texts.hashPlaces.length / 2;
    if (read < limits.searchedTransactions) continue;
    next = firstBlock;
    break;
  }
  return { found: [...found.transaction, ...found.error], next };
}

function transactionAt({ value }: ChainView, places: readonly number[], line: number): PlacedTransaction {
  const [blockNumber, index] = [places[2 * line]!, places[2 * line + 1]!];
  if (blockNumber === value.open.number) return placedInOpen(value, index);
  return placedAt(value, value.history.records.at(blockNumber - value.history.firstNumber)!, index);
}
