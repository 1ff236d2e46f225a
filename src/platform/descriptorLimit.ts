import { readFileSync } from 'node:fs';

/** The maximum number of open files and connections of this process; known only on Linux. */
export function descriptorLimit(read = () => readFileSync('/proc/self/limits', 'utf8')): number | undefined {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}
