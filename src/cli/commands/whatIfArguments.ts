import { readFileSync } from 'node:fs';
import { readClassText } from '../../classes/readClassText.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { type Felt, parseFelt } from '../../felt/felt.ts';
import { ioReason } from '../../platform/ioReason.ts';
import type { WhatIf } from '../../rpc/replay/whatIf.ts';
import { UsageError } from '../options/usageError.ts';

/** Reads `--swap`, `--set` and `--as`. */
export function readWhatIf(own: Readonly<Record<string, unknown>>): WhatIf {
  const { swap = [], set = [], as } = own as { swap?: readonly string[]; set?: readonly string[]; as?: string };
  return {
    swaps: swap.map(readSwap),
    cells: set.map(readCell),
    sender: as === undefined ? undefined : readAddress(as, '--as'),
  };
}

function readSwap(text: string): WhatIf['swaps'][number] {
  const [, address, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (address === undefined || path === undefined)
    throw new UsageError(
      `--swap takes an address and a class file, such as 0x49d3=my_Token.contract_class.json; '${text}' is not that`,
    );
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--swap: ${path} cannot be read: ${ioReason(error)}`);
  }
  try {
    return { address: readAddress(address, '--swap'), definition: readClassText(content) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--swap: ${path} is not a class file: ${(error as Error).message}`);
  }
}

function readCell(text: string): WhatIf['cells'][number] {
  const [, address, key, value] = /^([^.=]+)\.([^.=]+)=(.+)$/.exec(text) ?? [];
  const felt = value === undefined ? undefined : readFelt(value);
  if (address === undefined || key === undefined || felt === undefined)
    throw new UsageError(
      `--set takes an address, a cell and a value, such as 0x49d3.total_supply=5 or 0x49d3.0x1a2b=5; '${text}' is not that`,
    );
  return { address: readAddress(address, '--set'), key: readFelt(key) ?? readVariable(key), value: felt };
}

/** The address of a variable is the hash of its name. */
function readVariable(name: string): Felt {
  if (/^[a-zA-Z_]\w*$/.test(name)) return selectorOf(name);
  throw new UsageError(`--set: '${name}' is neither the address of a cell, such as 0x1a2b, nor the name of a variable`);
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
