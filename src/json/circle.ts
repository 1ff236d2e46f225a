/** Where a value contains itself, such as `params.a.self`; undefined if it does not. */
export function circleIn(value: unknown, name: string): string | undefined {
  const around: { readonly value: object; readonly path: string; readonly rest: [string, unknown][] }[] = [];
  const enter = (inner: unknown, path: string): string | undefined => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    if (around.some((outer) => outer.value === inner)) return path;
    around.push({ value: inner, path, rest: Object.entries(inner) });
    return undefined;
  };
  let found = enter(value, name);
  // Without recursion: what is nested too deep for JSON would be too deep here.
  while (found === undefined && around.length > 0) {
    const top = around.at(-1)!;
    const next = top.rest.shift();
    if (!next) around.pop();
    else found = enter(next[1], Array.isArray(top.value) ? `${top.path}[${next[0]}]` : `${top.path}.${next[0]}`);
  }
  return found;
}
