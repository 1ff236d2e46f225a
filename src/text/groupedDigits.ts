/**
 * A whole number with commas: `12,345`. COST: `toLocaleString` would take 30 ms when a process first uses it, because it loads the data of
 * languages.
 */
export function groupedDigits(value: number | bigint): string {
  const digits = String(value);
  const first = digits.startsWith('-') ? 1 : 0;
  let end = digits.length;
  let groups = '';
  for (; end - first > 3; end -= 3) groups = `,${digits.slice(end - 3, end)}${groups}`;
  return `${digits.slice(0, end)}${groups}`;
}
