/** What `process.threadCpuUsage` gives, which Node.js has since version 23.9. */
type ThreadUsage = () => { readonly user: number; readonly system: number };

const usage = (process as { threadCpuUsage?: ThreadUsage }).threadCpuUsage ?? process.cpuUsage;

/** The processor time of this thread, in milliseconds. An older Node.js knows only that of all threads together. */
export function threadMilliseconds(): number {
  const { user, system } = usage.call(process);
  return (user + system) / 1000;
}
