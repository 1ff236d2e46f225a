/** A folder in which classes were built, and where their sources are here. */
export interface PathMap {
  readonly from: string;
  readonly to: string;
}

const slashes = (path: string): string => path.replaceAll('\\', '/').replace(/\/+$/, '');

/** Reads `FROM=TO`; undefined for other texts. */
export function readPathMap(text: string): PathMap | undefined {
  const at = text.indexOf('=');
  const [from, to] = [slashes(text.slice(0, at)), slashes(text.slice(at + 1))];
  return at > 0 && to !== '' ? { from, to } : undefined;
}

/**
 * The names of source files for the editor, if classes were built in another folder or on another machine: by the maps that the user
 * gave, or else by the package that the command runs in, if it has a file of the same name in its `src`.
 */
export class SourcePaths {
  readonly #maps: PathMap[];
  readonly #folder: string | undefined;
  readonly #exists: (path: string) => boolean;
  readonly #known = new Map<string, string>();

  constructor(maps: readonly PathMap[], folder: string | undefined, exists: (path: string) => boolean) {
    this.#maps = [...maps];
    this.#folder = folder && slashes(folder);
    this.#exists = exists;
  }

  /** The path of a file that a class names. */
  toEditor(file: string): string {
    let found = this.#known.get(file);
    if (found === undefined) this.#known.set(file, (found = this.#find(file)));
    return found;
  }

  /** The name that classes have for a path of the editor. */
  toClass(path: string): string {
    const plain = slashes(path);
    const map = this.#maps.find(({ to }) => plain.startsWith(`${to}/`));
    return map ? map.from + plain.slice(map.to.length) : path;
  }

  #find(file: string): string {
    const plain = slashes(file);
    const map = this.#maps.find(({ from }) => plain.startsWith(`${from}/`));
    if (map) return map.to + plain.slice(map.from.length);
    const at = plain.lastIndexOf('/src/');
    if (at < 0 || this.#folder === undefined || this.#exists(file)) return file;
    const own = this.#folder + plain.slice(at);
    if (!this.#exists(own)) return file;
    this.#maps.push({ from: plain.slice(0, at), to: this.#folder });
    return own;
  }
}
