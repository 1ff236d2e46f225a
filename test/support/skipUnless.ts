const printed = new Set<string>();

/**
 * Returns the condition of tests that need something which not every machine has. If it is false, prints once why they are
 * skipped.
 *
 * @example describe.runIf(skipUnless(existsSync(anvil), 'anvil is not installed'))('an L1 node', () => {});
 */
export function skipUnless(condition: boolean, reason: string): boolean {
  if (!condition && !printed.has(reason)) {
    printed.add(reason);
    console.warn(`Tests are skipped: ${reason}.`);
  }
  return condition;
}
