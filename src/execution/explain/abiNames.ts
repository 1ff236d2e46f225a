import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { selectorOf } from '../hash/address.ts';

/** The names that the ABI of a class contains. */
export interface AbiNames {
  /** The contract's own name, such as `Erc20`. */
  readonly contract: string | undefined;
  /** Names of functions by selector. */
  readonly functions: ReadonlyMap<FeltKey, string>;
}

const cache = new WeakMap<ClassDefinition, AbiNames>();

/** The names of a class, cached by definition. The ABI may contain anything, so items with an unexpected form are skipped. */
export function abiNames(definition: ClassDefinition): AbiNames {
  let names = cache.get(definition);
  if (!names) cache.set(definition, (names = readNames(abiOf(definition))));
  return names;
}

type Item = { readonly [key: string]: unknown };

function abiOf(definition: ClassDefinition): readonly unknown[] {
  if (definition.kind === 'cairo0') return definition.abi ?? [];
  try {
    const abi: unknown = JSON.parse(definition.abi);
    return Array.isArray(abi) ? abi : [];
  } catch {
    return [];
  }
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

function readNames(abi: readonly unknown[]): AbiNames {
  const functions = new Map<FeltKey, string>();
  let contract: string | undefined;
  for (const item of abi) {
    if (!isItem(item)) continue;
    addFunction(functions, item);
    if (item['type'] === 'interface' && Array.isArray(item['items']))
      for (const inner of item['items']) if (isItem(inner)) addFunction(functions, inner);
    contract = ownerOf(item) ?? contract;
  }
  return { contract, functions };
}

function addFunction(functions: Map<FeltKey, string>, { type, name }: Item): void {
  if ((type === 'function' || type === 'l1_handler' || type === 'constructor') && typeof name === 'string')
    functions.set(keyOf(selectorOf(name)), name);
}

/** The contract's name, from its event enum: the compiler puts that into the contract's module and lists it after those of components. */
function ownerOf({ type, kind, name }: Item): string | undefined {
  if (type !== 'event' || kind !== 'enum' || typeof name !== 'string') return undefined;
  const path = name.split('::');
  return path.at(-1) === 'Event' ? path.at(-2) : undefined;
}
