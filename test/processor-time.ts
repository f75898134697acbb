/** The milliseconds of processor time that this process has used. Bounds on it hold on a machine that is busy, too. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
