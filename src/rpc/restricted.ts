import type { Methods } from './method.ts';

/** What `--restrictive-mode` forbids when no names are given, in the order the configuration shows. */
export function defaultRestricted(methods: Methods): readonly string[] {
  return restrictedAs(methods, 'default');
}

/** The methods that a list forbids. The default list also forbids those that the configuration does not show. */
export function forbiddenMethods(methods: Methods, list: readonly string[]): ReadonlySet<string> {
  const shown = defaultRestricted(methods);
  const isDefault = list.length === shown.length && list.every((name, i) => name === shown[i]);
  return new Set(isDefault ? [...list, ...restrictedAs(methods, 'hidden')] : list);
}

function restrictedAs(methods: Methods, rule: 'default' | 'hidden'): string[] {
  return [...methods.values()].filter(({ restricted }) => restricted === rule).map(({ name }) => name);
}
