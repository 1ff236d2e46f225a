import { type Options, optionNames, optionOf } from './options.ts';

/** A configuration with the values of the options whose rows name a member of it. An option without a value changes nothing. */
export function putValues<C extends object>(config: C, target: 'chain' | 'server', values: Partial<Options>): C {
  let out: object = config;
  for (const name of optionNames) {
    const path = optionOf(name)[target];
    const value = values[name];
    if (path !== undefined && value !== undefined) out = put(out, path.split('.'), value);
  }
  return out as C;
}

function put(config: object, [member, ...inner]: readonly string[], value: unknown): object {
  if (inner.length === 0) return { ...config, [member!]: value };
  const part = (config as Record<string, object | undefined>)[member!] ?? {};
  return { ...config, [member!]: put(part, inner, value) };
}
