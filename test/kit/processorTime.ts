/** Milliseconds of processor time that this thread has used; of the whole process where Node does not tell them apart. */
export function processorTime(): number {
  const { threadCpuUsage } = process as { readonly threadCpuUsage?: typeof process.cpuUsage };
  const { user, system } = (threadCpuUsage ?? process.cpuUsage).call(process);
  return (user + system) / 1000;
}
