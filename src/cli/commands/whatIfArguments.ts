import type { AbiType } from '../../abi/abiType.ts';
import { readClassText } from '../../classes/readClassText.ts';
import { type Felt, formatFelt, parseFelt } from '../../felt/felt.ts';
import type { Json } from '../../json/json.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync } from '../../platform/regularFile.ts';
import type { WhatIf } from '../../rpc/replay/whatIf.ts';
import { isPath } from '../../tools/storage/isPath.ts';
import { UsageError } from '../options/usageError.ts';
import { valueOfWord } from './callArguments.ts';

/** What the options say, with the files of swapped classes. */
export interface ReadWhatIf extends WhatIf {
  readonly swaps: readonly (WhatIf['swaps'][number] & { readonly path: string })[];
}

/** Reads `--swap`, `--set` and `--as`. */
export function readWhatIf(own: Readonly<Record<string, unknown>>): ReadWhatIf {
  const { swap = [], set = [], as } = own as { swap?: readonly string[]; set?: readonly string[]; as?: string };
  const edits = set.map(readEdit);
  return {
    swaps: swap.map(readSwap),
    cells: edits.flatMap((each) => (each.kind === 'cell' ? [each.edit] : [])),
    variables: edits.flatMap((each) => (each.kind === 'variable' ? [each.edit] : [])),
    sender: as === undefined ? undefined : readAddress(as, '--as'),
  };
}

function readSwap(text: string): ReadWhatIf['swaps'][number] {
  const [, address, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (address === undefined || path === undefined)
    throw new UsageError(
      `--swap takes an address and a class file, such as 0x49d3=my_Token.contract_class.json; '${text}' is not that`,
    );
  let content: string;
  try {
    content = readTextSync(path);
  } catch (error) {
    throw new UsageError(`--swap: ${path} cannot be read: ${ioReason(error)}`);
  }
  try {
    return { address: readAddress(address, '--swap'), definition: readClassText(content), path };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--swap: ${path} is not a class file: ${(error as Error).message}`);
  }
}

type Edit =
  | { readonly kind: 'cell'; readonly edit: WhatIf['cells'][number] }
  | { readonly kind: 'variable'; readonly edit: WhatIf['variables'][number] };

/** Reads an edit of a cell, which is given by its address, or of a variable, which is given by its name. */
function readEdit(text: string): Edit {
  const [, contract, key, value] = /^([^.=]+)\.((?:\[[^\]]*\]|[^=[])+)=(.+)$/s.exec(text) ?? [];
  if (contract === undefined || key === undefined || value === undefined)
    throw new UsageError(
      `--set takes an address, a cell and a value, such as 0x49d3.total_supply=5 or 0x49d3.0x1a2b=5; '${text}' is not that`,
    );
  const address = readAddress(contract, '--set');
  const felt = readFelt(key);
  if (felt !== undefined) return { kind: 'cell', edit: { address, key: felt, value: readValue(value) } };
  if (!isPath(key))
    throw new UsageError(
      `--set: '${key}' is neither the address of a cell, such as 0x1a2b, nor the name of a variable, such as balances[0x64b4]`,
    );
  const valueFor = (type: AbiType | undefined) => (type ? typedValue(type, value, key) : formatFelt(readValue(value)));
  return { kind: 'variable', edit: { address, path: key, valueFor } };
}

/** The value of a type; a bool may be written as it is stored. */
const typedValue = (type: AbiType, word: string, name: string): Json =>
  (type.kind === 'bool' && /^[01]$/.test(word) ? word === '1' : valueOfWord(type, word, name)) as Json;

function readValue(text: string): Felt {
  const felt = readFelt(text);
  if (felt === undefined) throw new UsageError(`--set: '${text}' is not a felt, such as 5 or 0x1a2b`);
  return felt;
}

function readAddress(text: string, option: string): Felt {
  const felt = parseFelt(text);
  if (felt === undefined) throw new UsageError(`${option}: '${text}' is not an address, such as 0x49d3`);
  return felt;
}

/** A felt in hexadecimal or decimal digits. */
function readFelt(text: string): Felt | undefined {
  if (/^\d{1,77}$/.test(text)) return parseFelt(`0x${BigInt(text).toString(16)}`);
  return parseFelt(text);
}
