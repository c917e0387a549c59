/** What stands for the words in angle brackets of the guides, in the sample data. */
const SAMPLES: Record<string, string> = {
  name: 'carla',
  pid: '0',
  'pid of the blocker': '0',
  task: 'mail',
  table: 'posts',
  slot_name: 'sample',
  'your email': 'reader@example.test',
}
let people = 0

/** Replaces the words in angle brackets by samples, and creates what a sample names. */
export async function fillPlaceholders(
  line: string,
  query: (text: string) => Promise<void>,
): Promise<string> {
  if (line.includes('<slot_name>'))
    await query(`select pg_create_physical_replication_slot('sample')`)
  people += 1
  return line
    .replaceAll('<email>', `operator-${people}@example.test`)
    .replaceAll('<username>', `operator-${people}`)
    .replaceAll(/<(?<name>[\w ]+)>/g, (whole, name: string) => SAMPLES[name] ?? whole)
}
