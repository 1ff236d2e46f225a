const partsOf = (path: string): readonly string[] => path.split(/[/\\]/).filter(Boolean);

/** The shortest ends of paths that tell them apart: `book.cairo`, or `desk/src/lib.cairo` and `book/src/lib.cairo`. */
export function shortFiles(paths: readonly string[]): ReadonlyMap<string, string> {
  const whole = [...new Set(paths)];
  const endOf = (path: string, count: number) => partsOf(path).slice(-count).join('/');
  return new Map(
    whole.map((path) => {
      const length = partsOf(path).length;
      let count = 1;
      while (count < length && whole.some((other) => other !== path && endOf(other, count) === endOf(path, count)))
        count++;
      return [path, endOf(path, count)];
    }),
  );
}
