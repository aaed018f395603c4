/** Milliseconds of processor time that this thread has used; of the whole process if Node cannot measure a thread. */
export function processorTime(): number {
  const { threadCpuUsage } = process as { readonly threadCpuUsage?: typeof process.cpuUsage };
  const { user, system } = threadCpuUsage?.call(process) ?? process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of processor time of `call`. */
export async function processorTimeOf(call: () => unknown): Promise<number> {
  const started = processorTime();
  await call();
  return processorTime() - started;
}
