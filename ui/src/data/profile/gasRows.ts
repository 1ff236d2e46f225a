import { byFunction, type Profile } from '../../../../src/tools/profile/profile.ts';
import { calledContract, type Grain, isCodeName } from './gasTree.ts';
import { gasByLine, type OwnGas } from './lineGas.ts';

/** A function, a line, or something else that gas was used for. The own gas of all rows together is that of the receipt. */
export interface GasRow extends OwnGas {
  readonly name: string;
  /** The functions of a line. */
  readonly about: string | undefined;
  /** `file:line`, if it is known. */
  readonly place: string | undefined;
  readonly isCode: boolean;
}

/** The gas by function or by line, the largest own gas first, among them what is no code. */
export const gasRows = (profile: Profile, grain: Grain): readonly GasRow[] =>
  (grain === 'function' ? functionRows(profile) : lineRows(profile)).toSorted(
    (a, b) => b.self - a.self || b.total - a.total,
  );

function functionRows(profile: Profile): readonly GasRow[] {
  const places = new Map<string, { file: string; line: number }>();
  for (const { name, file, line } of profile.samples.flatMap(({ stack }) => stack)) {
    if (file === undefined || line === undefined) continue;
    const first = places.get(name);
    if (!first || line < first.line) places.set(name, { file, line });
  }
  return byFunction(profile)
    .filter(({ total }) => total > 0)
    .map(({ name, self, total }) => {
      const at = places.get(name);
      const place = at && `${at.file}:${at.line}`;
      return { name, self, total, place, about: undefined, isCode: isCodeName(name) };
    });
}

/** Gas of code without lines is one row for each contract. */
function lineRows(profile: Profile): readonly GasRow[] {
  const names = new Map<string, Set<string>>();
  const others = new Map<string, number>();
  for (const { stack, l2Gas } of profile.samples) {
    const placed = stack.filter(({ file, line }) => file !== undefined && line !== undefined);
    for (const { name, file, line } of placed) {
      const place = `${file}:${line}`;
      names.set(place, (names.get(place) ?? new Set()).add(name));
    }
    if (placed.length > 0 || l2Gas === 0) continue;
    const contract = stack.map(calledContract).findLast((name) => name !== undefined);
    const last = stack.at(-1)!.name;
    const name = isCodeName(last) ? `code of ${contract ?? last} without lines` : last;
    others.set(name, (others.get(name) ?? 0) + l2Gas);
  }
  return [
    ...[...gasByLine(profile)].map(([place, gas]) => ({
      ...gas,
      name: place,
      place,
      about: [...(names.get(place) ?? [])].join(', '),
      isCode: true,
    })),
    ...[...others].map(([name, gas]) => ({
      name,
      self: gas,
      total: gas,
      place: undefined,
      about: undefined,
      isCode: isCodeName(name),
    })),
  ];
}

/** The contracts of which no line is known although their code used gas, with that gas. */
export function contractsWithoutLines({ samples }: Profile): ReadonlyMap<string, number> {
  const gas = new Map<string, number>();
  const withLines = new Set<string>();
  for (const { stack, l2Gas } of samples) {
    const at = stack.findLastIndex((frame) => calledContract(frame) !== undefined);
    if (at < 0) continue;
    const contract = calledContract(stack[at]!)!;
    if (stack.slice(at + 1).some(({ line }) => line !== undefined)) withLines.add(contract);
    gas.set(contract, (gas.get(contract) ?? 0) + l2Gas);
  }
  return new Map([...gas].filter(([contract, sum]) => sum > 0 && !withLines.has(contract)));
}
