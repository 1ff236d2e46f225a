/** Options for a vitest that a test starts: a loaded machine must not turn a slow test into a wrong one. */
export const PATIENT = ['--testTimeout=120000', '--hookTimeout=120000'];
