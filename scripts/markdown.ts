// What our Markdown pages have in common with how GitHub and the site show them.

/** The anchor of a heading, as GitHub and the site write it. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** A heading or a sentence without the marks of Markdown. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();

/** The text without blocks of code and without comments, line for line. */
export const withoutCode = (markdown: string): string =>
  markdown.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, '')).replace(/<!--[\s\S]*?-->/g, '');

/** The first heading of a page. */
export const titleOf = (markdown: string): string => plainText(/^# (.*)$/m.exec(markdown)?.[1] ?? '');

/** The first paragraph of a page. */
export function summaryOf(markdown: string): string {
  const [, text = ''] = /^# .*\n+([^\n#|-][^\n]*(?:\n[^\n]+)*)/m.exec(withoutCode(markdown)) ?? [];
  return plainText(text.replaceAll('\n', ' '));
}

/** The anchors of all headings of a page; a heading that occurs again gets a number, as on GitHub. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading] of withoutCode(markdown).matchAll(/^#{1,6} (.*)$/gm)) {
    const anchor = anchorOf(plainText(heading!));
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}
