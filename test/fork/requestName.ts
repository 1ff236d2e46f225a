const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A request as text, the same for all requests that mean the same: members may have any order, and digits any case. */
export function requestName(method: string, params: unknown): string {
  const sorted = JSON.stringify(params, (_, value) => {
    if (typeof value === 'string' && value.startsWith('0x')) return value.toLowerCase();
    return isFields(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });
  return `${method} ${sorted}`;
}
