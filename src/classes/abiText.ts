/** Writes JSON with Python's spacing: `, ` and `: `. Class hashes are taken of an ABI written so. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${pythonJson(item)}`)
      .join(', ')}}`;
  return JSON.stringify(value) ?? 'null';
}

/** The same ABI without spacing, as `getClass` shows it. An empty ABI stays empty. */
export function compactAbi(abi: string): string {
  return abi === '' ? '' : JSON.stringify(JSON.parse(abi));
}
