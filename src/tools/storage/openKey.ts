import { valueOfTypeText } from '../../abi/abiText.ts';
import { type AbiType, fixedSize } from '../../abi/abiType.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import type { ClassVariables, StorageVariable } from './classVariables.ts';
import { nameHash } from './nameHash.ts';
import type { FindPreimage } from './preimages.ts';
import { MAX_CELLS, type StorageType } from './storageType.ts';

/** A storage key, opened into the variable and the keys that it was computed from. */
export interface OpenedKey {
  /** The path with whole felts, such as `ERC20_balances[0x64b4…]`. The path of a variable without a name starts with its hash. */
  readonly path: string;
  /** Undefined if the name is not known. */
  readonly variable: StorageVariable | undefined;
  /** The address of the variable or entry, and the cell's distance from it. */
  readonly base: Felt;
  readonly offset: number;
  /** The type of what lies at the base; undefined if it is not known. */
  readonly type: StorageType | undefined;
}

/** A cell that contains a word of a text, whose length is stored at another key. */
interface TextWord {
  readonly textKey: Felt;
}

const MAX_STEPS = 32;

/** Opens a storage key of a class; undefined if neither a name nor a hash explains it. */
export function openKey(key: FeltKey, variables: ClassVariables, find: FindPreimage): OpenedKey | TextWord | undefined {
  for (let offset = 0; offset < MAX_CELLS; offset++) {
    const base = keyBefore(key, offset);
    if (base === undefined) return undefined;
    const preimage = find(base);
    if (preimage?.kind === 'words') return { textKey: feltOf(preimage.of) };
    if (preimage || variables.byBase.has(base) || variables.constants.has(base))
      return pathTo(base, offset, variables, find);
  }
  return undefined;
}

/** The key some cells before another. COST: most need no bigint, because only their lowest 16 bits change. */
function keyBefore(key: FeltKey, offset: number): FeltKey | undefined {
  if (offset === 0) return key;
  const lowest = key.charCodeAt(0);
  if (offset <= lowest) return (String.fromCharCode(lowest - offset) + key.slice(1)) as FeltKey;
  const felt = feltOf(key) - BigInt(offset);
  return felt < 0n ? undefined : keyOf(felt as Felt);
}

function pathTo(base: FeltKey, offset: number, variables: ClassVariables, find: FindPreimage): OpenedKey {
  const felts: Felt[] = [];
  let root = base;
  for (let step = 0; step < MAX_STEPS && !variables.byBase.has(root); step++) {
    const preimage = find(root);
    if (preimage?.kind !== 'entry') break;
    felts.unshift(feltOf(preimage.felt));
    root = preimage.of;
  }
  const variable = variables.byBase.get(root);
  const name = variable?.name ?? formatFelt(feltOf(root));
  const { text, type } = describeSteps(variable?.type, felts, variables);
  return { path: `${name}${text}`, variable, base: feltOf(base), offset, type };
}

/** The text of the felts behind a variable, by its type, and the type of what they lead to. */
function describeSteps(start: StorageType | undefined, felts: readonly Felt[], { byBase }: ClassVariables) {
  let type = start;
  let text = '';
  for (let at = 0; at < felts.length; ) {
    const felt = felts[at]!;
    if (type?.kind === 'map') {
      const size = fixedSize(type.key) ?? 1;
      const key = felts.slice(at, at + size);
      if (key.length < size) {
        text += `[${key.map(formatFelt).join(', ')}]`;
        return { text, type: undefined };
      }
      text += `[${keyText(type.key, key)}]`;
      type = type.value;
      at += size;
      continue;
    }
    if (type?.kind === 'vec') {
      text += `[${felt}]`;
      type = type.item;
    } else if (type?.kind === 'node') {
      const member = type.members.find(({ name }) => nameHash(name) === felt);
      text += member ? `.${member.name}` : `[${formatFelt(felt)}]`;
      type = member?.type;
    } else {
      // The hash of a name is the member of a storage node.
      const member = byBase.get(keyOf(felt));
      text += member ? `.${member.name}` : `[${formatFelt(felt)}]`;
      type = undefined;
    }
    at++;
  }
  return { text, type };
}

/** A key of a map in a form that a path can be written with: felts as hex, integers as decimal numbers. */
function keyText(type: AbiType, felts: readonly Felt[]): string {
  switch (type.kind) {
    case 'integer':
    case 'limbs':
    case 'bool':
      return valueOfTypeText(type, felts);
    case 'tuple':
    case 'struct': {
      const parts = type.kind === 'tuple' ? type.items : type.members.map((member) => member.type);
      let at = 0;
      return parts.map((part) => keyText(part, felts.slice(at, (at += fixedSize(part) ?? 1)))).join(', ');
    }
    default:
      return felts.map(formatFelt).join(', ');
  }
}
