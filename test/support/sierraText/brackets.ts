/** The text inside the parentheses that open at `open`; undefined if they never close. */
export function bracketed(text: string, open: number): string | undefined {
  if (open < 0 || text[open] !== '(') return undefined;
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return text.slice(open + 1, i);
  }
  return undefined;
}

/** Splits at the commas outside of brackets. Names may nest all four kinds of brackets. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === ',' && depth === 0) {
      items.push(text.slice(start, i).trim());
      start = i + 1;
    } else if ('<([{'.includes(char)) depth++;
    else if ('>)]}'.includes(char)) depth--;
  }
  const last = text.slice(start).trim();
  if (last !== '') items.push(last);
  return items;
}
