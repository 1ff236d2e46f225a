import { AbiError } from '../../abi/abiError.ts';
import { readAbi } from '../../abi/readAbi.ts';
import { SandboxError } from '../../library/index.ts';
import { Draws } from '../draws.ts';
import type { Sequence } from './action.ts';
import { codeText } from './codeText.ts';
import { isDefined, valuesOf } from './values/abiValues.ts';
import { pickRecent, type Values } from './values/values.ts';
import type { Setting, World } from './world.ts';

/** A question to a contract. */
export interface ViewCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** How often a view is called with drawn arguments, at the start and after a step. */
const MANY = 20;
const FEW = 3;
/** The most values of steps that are used again as arguments. */
const MOST_SEEN = 32;
/** The most parameters of which all combinations of addresses are tried. */
const MOST_ADDRESSES = 2;
/** Beyond the numbers of sequences, so that views draw from numbers of their own. */
const DRAWS = 2 ** 32;

/**
 * The calls of all views: about every combination of the addresses that are known, and otherwise with drawn arguments, or those of the steps before.
 * What is drawn depends on those steps and the seed alone.
 */
export function viewsOf({ contracts, hints }: Setting, seed: number) {
  const { functions } = readAbi(contracts['contract']!.abi);
  const views = [...functions].filter(([name, { mutability }]) => mutability === 'view' && !name.includes('::'));
  const fixed: ViewCall[] = [];
  const drawn: { readonly name: string; readonly sets: readonly Values<unknown>[] }[] = [];
  for (const [name, { inputs }] of views) {
    const areAddresses = inputs.every(({ type }) => type.kind === 'felt' && type.name === 'ContractAddress');
    if (areAddresses && inputs.length <= MOST_ADDRESSES)
      fixed.push(...combinations(hints.addresses, inputs.length).map((args) => ({ name, args })));
    else if (inputs.every(({ type }) => isDefined(type)))
      drawn.push({ name, sets: inputs.map(({ type }) => valuesOf(type)) });
  }
  return (world: Pick<World, 'hints'>, before: Sequence): readonly ViewCall[] => {
    const seen = before.flatMap(({ values }) => values).slice(-MOST_SEEN);
    return [
      ...fixed,
      ...drawn.flatMap(({ name, sets }) =>
        Array.from({ length: before.length === 0 ? MANY : FEW }, (_, i) => {
          const choices = new Draws(seed, DRAWS + i);
          const args = sets.map((set) => {
            const fitting = seen.filter((value) => set.has(value));
            const isSeen = fitting.length > 0 && choices.below(3) > 0;
            return isSeen ? pickRecent(choices, fitting) : set.draw(choices, world.hints);
          });
          return { name, args };
        }),
      ),
    ];
  };
}

const combinations = <T>(items: readonly T[], length: number): readonly (readonly T[])[] =>
  length === 0 ? [[]] : combinations(items, length - 1).flatMap((before) => items.map((item) => [...before, item]));

/** What a view answers, as text. */
export async function viewed({ contracts }: World, name: string, args: readonly unknown[]): Promise<string> {
  const { read } = contracts['contract'] as unknown as {
    read: Record<string, (...args: unknown[]) => Promise<unknown>>;
  };
  try {
    return codeText(await read[name]!(...args));
  } catch (error) {
    // The new class may lack a function, or return something else.
    if (error instanceof SandboxError) return `refused (${error.reason})`;
    if (error instanceof AbiError) return `not readable (${error.message})`;
    throw error;
  }
}
