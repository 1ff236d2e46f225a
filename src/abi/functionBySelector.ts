import type { Felt } from '../felt/felt.ts';
import type { AbiFunction, AbiModel } from './abiModel.ts';
import { selectorOfName } from './selector.ts';

const indexes = new WeakMap<AbiModel, ReadonlyMap<Felt, AbiFunction>>();

/** The function, constructor or L1 handler that a selector names; undefined when the ABI has none. */
export function functionBySelector(model: AbiModel, selector: Felt): AbiFunction | undefined {
  let index = indexes.get(model);
  if (!index) {
    const { constructorFunction, l1Handlers, functionList } = model;
    const all = [...(constructorFunction ? [constructorFunction] : []), ...l1Handlers.values(), ...functionList];
    index = new Map(all.map((entry) => [selectorOfName(entry.name), entry]));
    indexes.set(model, index);
  }
  return index.get(selector);
}
