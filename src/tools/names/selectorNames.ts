import type { Surroundings } from '../../chain/surroundings.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { readClassAbi } from './classFacts.ts';
import { writtenName } from './writtenNames.ts';

/** Functions that the protocol and its standards name, and that a chain without such a contract does not have. */
const STANDARD = [
  '__execute__',
  '__validate__',
  '__validate_declare__',
  '__validate_deploy__',
  'is_valid_signature',
  'isValidSignature',
  'supports_interface',
  'get_public_key',
  'get_owner',
  'execute_from_outside_v2',
  'owner',
  'transfer_ownership',
  'upgrade',
  'balance_of',
  'owner_of',
  'token_uri',
  'transfer_from',
  'safe_transfer_from',
];

/** COST: about 100 bytes for a name. */
const MAX_NAMES = 100_000;
const MAX_CLASSES = 10_000;
const MAX_NAME_LENGTH = 256;

/**
 * The names of functions by their selectors: of the classes of a chain, and those that a user wrote. They are facts about hashes, so they
 * hold on every chain. No name of a class is hashed until a selector is asked for that the called class does not name.
 */
export class SelectorNames {
  readonly #names = new Map<FeltKey, string>();
  readonly #classes = new Set<FeltKey>();
  #hasStandard = false;

  get(selector: FeltKey): string | undefined {
    if (!this.#hasStandard) for (const name of STANDARD) this.#add(name);
    this.#hasStandard = true;
    return this.#names.get(selector) ?? writtenName(selector);
  }

  /** Reads the names of a class, once. Returns whether it was new. */
  learn(classHash: FeltKey, definition: ClassDefinition): boolean {
    if (this.#classes.has(classHash) || this.#classes.size >= MAX_CLASSES) return false;
    this.#classes.add(classHash);
    const { functionList, l1Handlers } = readClassAbi(definition);
    for (const { name } of [...functionList, ...l1Handlers.values()]) this.#add(name);
    return true;
  }

  #add(name: string): void {
    if (name.length > MAX_NAME_LENGTH) return;
    const selector = keyOf(selectorOf(name));
    // The oldest are dropped: a user meets the names of their last classes.
    this.#names.delete(selector);
    this.#names.set(selector, name);
    if (this.#names.size > MAX_NAMES) this.#names.delete(this.#names.keys().next().value!);
  }
}

const newSelectorNames = () => new SelectorNames();

/** Names of functions, for selectors that the called class does not name. */
export const selectorsOf = ({ memories }: Surroundings): SelectorNames => memories.of(newSelectorNames);
