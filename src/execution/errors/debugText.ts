import { formatFelt } from '../../felt/felt.ts';
import { formatKey } from '../../felt/key.ts';
import type { ContractError } from './contractError.ts';

/** The text form of a nested error, which errors with code -1 show. */
export function debugText(error: ContractError): string {
  if (typeof error === 'string') return `Message("${escapeText(error)}")`;
  const { contractAddress, classHash, selector } = error;
  const fields = [
    `contract_address: ContractAddress(PatriciaKey(${formatFelt(contractAddress)}))`,
    `class_hash: ${formatFelt(classHash)}`,
    `selector: ${formatFelt(selector)}`,
    `return_data: Retdata([${error.returnData.map(formatKey).join(', ')}])`,
    `error: ${debugText(error.error)}`,
  ];
  return `Nested(InnerContractExecutionError { ${fields.join(', ')} })`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
  '"': '\\"',
  '\\': '\\\\',
};

const escapeText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be escaped.
  text.replace(/["\\\u0000-\u001f\u007f]/g, (char) => ESCAPES[char] ?? `\\u{${char.charCodeAt(0).toString(16)}}`);
