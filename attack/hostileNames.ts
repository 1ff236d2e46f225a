/** Names that try to become markup, commands of a terminal or of a shell, or members of every object. */
export const HOSTILE_NAMES = [
  '<img src=x onerror="globalThis.hacked=1">',
  '</script><script>globalThis.hacked=1</script>',
  '"><svg onload=globalThis.hacked=1>',
  '\u001b[2J\u001b]0;hacked\u0007',
  '\u202egnp.exe\u202c',
  '$(touch hacked)`touch hacked`;touch hacked',
  '__proto__',
  'constructor',
  `${'x'.repeat(20_000)}`,
] as const;

/** Markup of a hostile name that reached a page as it is. */
export const hasMarkup = (html: string): boolean => /<img src=x|<script>globalThis|<svg onload/.test(html);

/** A class whose functions, inputs, types and events have hostile names. */
export function hostileClass(
  parts: { readonly abi: unknown; readonly [member: string]: unknown },
  names: readonly string[] = HOSTILE_NAMES,
): object {
  const { sierra_program, contract_class_version, entry_points_by_type, abi } = parts;
  const items = [...((typeof abi === 'string' ? JSON.parse(abi) : abi) as object[])];
  for (const name of names)
    items.push({
      type: 'function',
      name,
      inputs: [{ name, type: name }],
      outputs: [{ type: name }],
      state_mutability: 'external',
    });
  return { sierra_program, contract_class_version, entry_points_by_type, abi: JSON.stringify(items) };
}
