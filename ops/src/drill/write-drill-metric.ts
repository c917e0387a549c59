import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** With METRICS_FOLDER, the folder of node_exporter's textfile collector, Prometheus learns how long the last restore took. */
export async function writeDrillMetric(rtoSeconds: number): Promise<void> {
  const folder = process.env['METRICS_FOLDER']
  if (!folder) return
  const file = join(folder, 'dolph-drill.prom')
  const lines = [
    '# HELP drill_last_rto_seconds Duration of the last rehearsed restore, until a process was ready',
    '# TYPE drill_last_rto_seconds gauge',
    `drill_last_rto_seconds ${rtoSeconds}`,
  ]
  // Renamed, so that the collector never reads half a file.
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`)
  await rename(`${file}.new`, file)
}
