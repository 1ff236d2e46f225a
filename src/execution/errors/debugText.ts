import { formatFelt } from '../../felt/felt.ts';
import type { ContractError } from './contractError.ts';

/** The form in which errors of code -1 show a nested failure. */
export function debugText(error: ContractError): string {
  if (typeof error === 'string') return `Message("${escapeText(error)}")`;
  const { contractAddress, classHash, selector } = error;
  const fields = [
    `contract_address: ContractAddress(PatriciaKey(${formatFelt(contractAddress)}))`,
    `class_hash: ${formatFelt(classHash)}`,
    `selector: ${formatFelt(selector)}`,
    `return_data: Retdata([${error.returnData.map(formatFelt).join(', ')}])`,
    `error: ${debugText(error.error)}`,
  ];
  return `Nested(InnerContractExecutionError { ${fields.join(', ')} })`;
}

const NAMED: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
  '"': '\\"',
  '\\': '\\\\',
};

const escapeText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped.
  text.replace(/["\\\u0000-\u001f\u007f]/g, (char) => NAMED[char] ?? `\\u{${char.charCodeAt(0).toString(16)}}`);
