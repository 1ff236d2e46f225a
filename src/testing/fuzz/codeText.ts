import { keyOf, quoted } from '../../text/codeNames.ts';
import { nameOfObject } from './values/values.ts';

/** A value as TypeScript writes it. Actors and contracts have their names. */
export function codeText(value: unknown): string {
  const known = nameOfObject(value);
  if (known !== undefined) return known;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Uint8Array) return `Uint8Array.from([${value.join(', ')}])`;
  if (Array.isArray(value)) return `[${value.map(codeText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  // An account or a contract stands for its address; its key is nobody's business.
  if (isAccountOrContract(value)) return codeText(value.address);
  const members = Object.entries(value).map(([name, member]) => `${keyOf(name)}: ${codeText(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Whether something is an account or a contract of a library, and not a struct that has a member `address`. */
export const isAccountOrContract = (value: object): value is { readonly address: unknown } =>
  'address' in value && ('privateKey' in value || 'abi' in value || 'signer' in value);
