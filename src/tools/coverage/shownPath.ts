/** The innermost folder that all files are in. */
export function commonFolder(paths: readonly string[]): string {
  const [first, ...rest] = paths.map((path) => path.split(/[/\\]/).slice(0, -1));
  if (!first) return '';
  let length = first.length;
  for (const parts of rest) {
    let same = 0;
    while (same < length && parts[same] === first[same]) same++;
    length = same;
  }
  return first.slice(0, length).join('/');
}

/** A path without a folder that it is in, with `/` between its parts. */
export function shownPath(path: string, folder: string | undefined): string {
  const plain = path.replaceAll('\\', '/');
  const start = folder === undefined || folder === '' ? '' : `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return start !== '' && plain.startsWith(start) ? plain.slice(start.length) : plain;
}
