import type { ChainView } from '../../chain/chainView.ts';
import type { Felt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import { nameOfContract } from './classFacts.ts';
import { classFilesOf } from './classFiles.ts';
import { learnSelectors, NamedClasses } from './namedClasses.ts';
import { selectorsOf } from './selectorNames.ts';

/** The names of the classes of a state. */
export const namesIn = ({ surroundings }: ChainView, state: State): NamedClasses =>
  new NamedClasses(state, classFilesOf(surroundings), surroundings.artifacts);

/** The names of the contracts of some classes, from their ABI or their build output; undefined where neither says. */
export async function contractNames(
  view: ChainView,
  classHashes: readonly Felt[],
): Promise<readonly (string | undefined)[]> {
  const names = namesIn(view, view.value.open.state);
  const find = () =>
    classHashes.map((classHash) => {
      const facts = names.find(keyOf(classHash));
      return facts && nameOfContract(facts);
    });
  const known = find();
  return (await names.fetchMissing()) ? find() : known;
}

/** The name of a function with this selector, if a class of the chain has one or a user has written it. */
export async function functionName(view: ChainView, selector: Felt): Promise<string | undefined> {
  const selectors = selectorsOf(view.surroundings);
  const key = keyOf(selector);
  if (selectors.get(key) === undefined) await learnSelectors(selectors, view.value.open.state);
  return selectors.get(key);
}
