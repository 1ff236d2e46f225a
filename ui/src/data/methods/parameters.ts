// Texts that people type, as the parameters of a method.
import { readJson } from '../../transport/jsonRpc.ts';
import { contractOf } from '../chain/recipientOf.ts';
import { isNameText } from '../contracts/argumentTexts.ts';
import { readWhole } from '../contracts/values.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import type { MethodEntry, ParameterEntry } from './methodEntry.ts';

const ADDRESS_LIST = /^list of address\b/;
const PLAIN_LIST = /^list of (?:felt|address|storage key)(?:, at most [\d,]+)?$/;
const BIG = BigInt(Number.MAX_SAFE_INTEGER);

/** The value of a parameter for a typed text. Throws an error that names the parameter if it must be JSON and is not. */
function readParameter({ name, type }: ParameterEntry, text: string): unknown {
  const trimmed = text.trim();
  if (/^[[{"]/.test(trimmed)) {
    try {
      return readJson(trimmed);
    } catch (error) {
      throw new Error(`${name} is not valid JSON: ${(error as Error).message}`);
    }
  }
  if (type === 'boolean') return trimmed === 'true';
  if (PLAIN_LIST.test(type)) return trimmed.split(/[\s,]+/).map(hexOf);
  if (/block id/.test(type)) {
    if (/^\d+$/.test(trimmed)) return { block_number: Number(trimmed) };
    return trimmed.startsWith('0x') ? { block_hash: trimmed } : trimmed;
  }
  if (/^(?:felt|address)$|hexadecimal$|^(?:Ethereum address|id of|hash of)/.test(type)) return hexOf(trimmed);
  if (/number/.test(type)) {
    const whole = readWhole(trimmed);
    // A larger number goes as text, because JSON in a browser would round it.
    if (whole !== undefined) return whole <= BIG && whole >= -BIG ? Number(whole) : String(whole);
  }
  return trimmed;
}

/** A decimal number as hexadecimal text; everything else as it is. */
const hexOf = (text: string): string => (/^\d+$/.test(text) ? `0x${BigInt(text).toString(16)}` : text);

/** Whether a parameter is the address of a contract. */
export const isAddressType = (type: string): boolean => /^address\b/.test(type);

/** A number stands for itself, and JSON for what it says. */
export const isAddressName = (text: string): boolean => isNameText(text) && !/^[[{"]/.test(text.trim());

/** The texts of a form with addresses in place of names. Throws an error that names the parameter if a text names nobody. */
export async function withoutNames(
  node: NodeClient,
  { params }: MethodEntry,
  texts: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const read = (name: string, text: string) =>
    !isAddressName(text) ? text : contractOf(node, text).catch(fail(`${name}: `));
  const changed = params.map(async ({ name, type }) => {
    const text = texts[name] ?? '';
    if (!isAddressType(type) && !ADDRESS_LIST.test(type)) return [name, text] as const;
    const parts = isAddressType(type) ? [text] : partsOf(text);
    return [name, (await Promise.all(parts.map((part) => read(name, part)))).join(', ')] as const;
  });
  return Object.fromEntries(await Promise.all(changed));
}

const fail = (prefix: string) => (error: Error) => {
  throw new Error(prefix + error.message);
};

/** The parts of a list. Names may have blanks, so these part only a list of addresses. */
function partsOf(text: string): readonly string[] {
  if (/^\s*\[/.test(text)) return [text];
  const words = text.split(/[\s,]+/).filter(Boolean);
  return words.some(isAddressName)
    ? text
        .split(/[,\n]+/)
        .map((part) => part.trim())
        .filter(Boolean)
    : words;
}

/** The parameters of a form: those whose fields are empty are left out. */
export function readParameters({ params }: MethodEntry, texts: Readonly<Record<string, string>>): object {
  const entries = params.flatMap((parameter) => {
    const text = texts[parameter.name] ?? '';
    return text.trim() === '' ? [] : [[parameter.name, readParameter(parameter, text)] as const];
  });
  return Object.fromEntries(entries);
}

/** Words that a type names among other values, to choose from: `transaction` and `demand` of a block mode, which may be a number too. */
export function suggestedWords(type: string): readonly string[] {
  if (/block id/.test(type)) return ['latest', 'pre_confirmed'];
  // One word is no list.
  if (/^list of /.test(type)) return [];
  const words = type.split(/,\s*(?:or\s+)?/).filter((part) => /^[a-z]\w*$/.test(part));
  return words.length > 1 ? words : [];
}

/** The text to type for a value of the example. */
export const textOfExample = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Parameters to begin with in the console: the example, or an empty value for each that is required. */
export function template({ params, example }: MethodEntry): object {
  if (example) return example;
  return Object.fromEntries(params.filter(({ optional }) => !optional).map((each) => [each.name, emptyValue(each)]));
}

function emptyValue({ type, words, members }: ParameterEntry): unknown {
  if (words) return words[0];
  if (/block id/.test(type)) return 'latest';
  if (/^list/.test(type)) return [];
  if (type === 'boolean') return false;
  if (members) return Object.fromEntries(members.filter((name) => !name.endsWith('?')).map((name) => [name, '']));
  if (/^(?:felt|address|storage key|hash)/.test(type)) return '0x0';
  return /^(?:whole )?number/.test(type) ? 0 : '';
}
