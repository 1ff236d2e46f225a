import type { Felt } from '../felt/felt.ts';
import type { AbiFunction, AbiModel } from './abiModel.ts';
import { type SelectorOf, selectorOfName } from './selector.ts';

const indexes = new WeakMap<AbiModel, ReadonlyMap<Felt, AbiFunction>>();

/**
 * The function, constructor or L1 handler that a selector names; undefined when the ABI has none. Whoever has the kernel
 * gives its hash, which is faster.
 */
export function functionBySelector(
  model: AbiModel,
  selector: Felt,
  selectorOf: SelectorOf = selectorOfName,
): AbiFunction | undefined {
  let index = indexes.get(model);
  if (!index) {
    const { constructorFunction, l1Handlers, functionList } = model;
    const all = [...(constructorFunction ? [constructorFunction] : []), ...l1Handlers.values(), ...functionList];
    index = new Map(all.map((entry) => [selectorOf(entry.name), entry]));
    indexes.set(model, index);
  }
  return index.get(selector);
}
