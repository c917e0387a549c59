/** The other names of each skill, in lower case. Names that differ only in case need no entry. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  javascript: ['js', 'ecmascript'],
  typescript: ['ts'],
  react: ['reactjs', 'react.js'],
  'node.js': ['node', 'nodejs'],
  go: ['golang'],
  postgresql: ['postgres', 'psql'],
}

/** The key of each other name. */
export const SKILL_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([key, names]) => names.map((name) => [name, key] as const)),
)
