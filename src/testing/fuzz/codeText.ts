import { nameOfObject } from './values/values.ts';

const NAME = /^[A-Za-z_$][\w$]*$/;

/** A value as TypeScript writes it. Actors and contracts have their names. */
export function codeText(value: unknown): string {
  const known = nameOfObject(value);
  if (known !== undefined) return known;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (value instanceof Uint8Array) return `Uint8Array.from([${value.join(', ')}])`;
  if (Array.isArray(value)) return `[${value.map(codeText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  // An account or a contract stands for its address; its key is nobody's business.
  if ('address' in value && ('privateKey' in value || 'abi' in value || 'signer' in value))
    return codeText(value.address);
  const members = Object.entries(value).map(
    ([name, member]) => `${NAME.test(name) ? name : codeText(name)}: ${codeText(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
