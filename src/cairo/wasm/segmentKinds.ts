import type { BuiltinName } from '../builtinNames.ts';
import { SEGMENT_KIND } from './abi.generated.ts';

/** The builtins by the kind of their segments; a plain segment has none. */
export const BUILTIN_KINDS: readonly (BuiltinName | undefined)[] = Object.keys(SEGMENT_KIND).map((name) =>
  name === 'plain' ? undefined : (name as Exclude<keyof typeof SEGMENT_KIND, 'plain'>),
);

export const kindOfBuiltin = (name: BuiltinName): number => BUILTIN_KINDS.indexOf(name);
