// What the filters of a list say in the address of the page.

/** The text of a filter; undefined if it is not set. */
export const textIn = (query: URLSearchParams, name: string): string | undefined => query.get(name) || undefined;

/** The whole number of a filter, such as a block; undefined if it is none. */
export function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = textIn(query, name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Members with their values, as they are typed: `to=0x77, value=5`. Undefined if there are none. */
export function membersIn(
  query: URLSearchParams,
  name: string,
): readonly { readonly name: string; readonly value: string }[] | undefined {
  const members = (textIn(query, name) ?? '')
    .split(',')
    .map((part) => part.split(/=(.*)/s).map((text) => text.trim()))
    .flatMap(([member, value]) => (member && value ? [{ name: member, value }] : []));
  return members.length === 0 ? undefined : members;
}

/** The members of an object that are set. */
export const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
