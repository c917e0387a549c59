/**
 * Milliseconds of processor time of this thread since `start`, a result of `process.threadCpuUsage()`. They do not grow when other
 * programs are busy too.
 */
export function busySince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
