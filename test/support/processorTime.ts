/** The processor time that this process has taken, in milliseconds. Unlike the clock, it does not depend on what else the machine does. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
