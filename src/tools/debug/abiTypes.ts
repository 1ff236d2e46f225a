import type { AbiModel } from '../../abi/abiModel.ts';
import { selectorOfName } from '../../abi/selector.ts';
import type { TypeDeclaration } from '../../sierra/program.ts';
import type { UserType } from './debugNames.ts';

/** More types are not looked at. COST: 30 µs for each. */
const MAX_TYPES = 500;

/** The names that an ABI has for structs and enums of a Sierra program, by their numbers. Sierra names such a type by the hash of its path. */
export function abiTypes({ types }: AbiModel, declared: readonly TypeDeclaration[]): ReadonlyMap<number, UserType> {
  const byHash = new Map(
    [...types].slice(0, MAX_TYPES).flatMap(([name, type]): [bigint, UserType][] => {
      const parts = type.kind === 'struct' ? type.members : type.kind === 'enum' ? type.variants : undefined;
      return parts ? [[selectorOfName(name), { name, parts: parts.map((part) => part.name) }]] : [];
    }),
  );
  return new Map(
    declared.flatMap(({ id, args: [first] }) => {
      const found = first?.kind === 'userType' ? byHash.get(first.id) : undefined;
      return found ? [[id, found]] : [];
    }),
  );
}
