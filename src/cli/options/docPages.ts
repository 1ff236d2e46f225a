// The pages of the documentation, which are files of the package.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the pages: in a folder above this file, in the sources and in the package. */
export function docsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder))
    if (existsSync(join(folder, 'docs/index.md'))) return join(folder, 'docs');
    else if (folder === dirname(folder)) return 'docs';
}

/** The path of a page by its name, such as `testing`; undefined if there is none. */
export function docPage(name: string): string | undefined {
  const path = join(docsFolder(), `${name}.md`);
  return /^[a-z]+$/.test(name) && existsSync(path) ? path : undefined;
}

/** What the page of errors says about a code, such as `41`; undefined for a code that is not on it. */
export function errorHelp(code: string): string | undefined {
  const page = docPage('errors');
  if (page === undefined || !/^-?\d{1,6}$/.test(code)) return undefined;
  const sections = readFileSync(page, 'utf8').split(/^(?=## )/m);
  const found = sections.find((section) => section.startsWith(`## Error ${code}\n`));
  return found && `${found.trimEnd()}\n\nMore: ${page}\n`;
}

/** The title of a page. */
export const titleOf = (path: string): string => /^# (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? path;
