import { readFileSync } from 'node:fs';

/** How many files and connections this process may have open, where the system tells (Linux). */
export function descriptorLimit(read = () => readFileSync('/proc/self/limits', 'utf8')): number | undefined {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}
