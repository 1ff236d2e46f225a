/** A document with the part between `<!-- mark -->` and `<!-- /mark -->` made anew. */
export function withMarkedPart(text: string, mark: string, part: string): string {
  const [first, last] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [start, end] = [text.indexOf(first), text.indexOf(last)];
  if (start < 0 || end < start) throw new Error(`There are no marks ${first} and ${last}.`);
  return `${text.slice(0, start + first.length)}\n${part}\n${text.slice(end)}`;
}
