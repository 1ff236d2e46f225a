import type { RawField } from './abiItems.ts';
import type { AbiParameter, AbiType } from './abiType.ts';
import { pointee } from './parseType.ts';

/** Parameters with their types. Cairo 0 passes a list as two, `x_len` and `x*`, which become one. */
export function parametersOf(fields: readonly RawField[], typeOf: (text: string) => AbiType): AbiParameter[] {
  const parameters: AbiParameter[] = [];
  for (const [i, { name, type }] of fields.entries()) {
    const item = pointee(type);
    const before = fields[i - 1];
    if (item !== undefined && before?.name === `${name}_len` && before.type === 'felt') {
      parameters.pop();
      parameters.push({ name, type: { kind: 'array', name: 'Array', item: typeOf(item) } });
    } else {
      parameters.push({ name, type: typeOf(type) });
    }
  }
  return parameters;
}
