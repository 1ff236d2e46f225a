import type { Option } from './option.ts';
import type { Options } from './options.ts';

/** A configuration with the values of the options whose rows name a member of it. An option without a value changes nothing. */
export function putValues<C extends object>(
  rows: Readonly<Record<string, Option>>,
  config: C,
  target: 'chain' | 'server',
  values: Partial<Options>,
): C {
  let out: object = config;
  for (const [name, row] of Object.entries(rows)) {
    const path = row[target];
    const value = values[name as keyof Options];
    if (path !== undefined && value !== undefined) out = put(out, path.split('.'), value);
  }
  return out as C;
}

function put(config: object, [member, ...inner]: readonly string[], value: unknown): object {
  if (inner.length === 0) return { ...config, [member!]: value };
  const part = (config as Record<string, object | undefined>)[member!] ?? {};
  return { ...config, [member!]: put(part, inner, value) };
}
