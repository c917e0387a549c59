import { skillKey } from './skills.ts'

/** The skills whose names are written otherwise than with a capital at the beginning. */
const NAMES = [
  'JavaScript',
  'TypeScript',
  'C++',
  'C#',
  'F#',
  'Objective-C',
  'PHP',
  'ClojureScript',
  'MATLAB',
  'WebAssembly',
  'PowerShell',
  'LaTeX',
  'HTML',
  'CSS',
  'Tailwind CSS',
  'React Native',
  'Next.js',
  'Vue.js',
  'Nuxt.js',
  'SvelteKit',
  'jQuery',
  'htmx',
  'Alpine.js',
  'three.js',
  'D3.js',
  'p5.js',
  'WebGL',
  'WebRTC',
  'WebSockets',
  'Node.js',
  'NestJS',
  'GraphQL',
  'REST APIs',
  'gRPC',
  'FastAPI',
  'SQL',
  'PostgreSQL',
  'MySQL',
  'SQLite',
  'MongoDB',
  'MariaDB',
  'DynamoDB',
  'ClickHouse',
  'NoSQL',
  'AWS',
  'CI/CD',
  'GitHub Actions',
  'GitLab CI',
  'DevOps',
  'iOS',
  'macOS',
  'SwiftUI',
  'TensorFlow',
  'PyTorch',
  'NumPy',
  'OpenCV',
  'scikit-learn',
  'UX design',
  'UI design',
  'API',
  'RabbitMQ',
  'SEO',
] as const

const NAMES_BY_KEY: ReadonlyMap<string, string> = new Map(
  NAMES.map((name) => [skillKey(name), name]),
)

/** A skill that was written in lower case as its name is usually written: 'typescript' is 'TypeScript'. Other spellings stay. */
export function formatSkillName(skill: string): string {
  if (skill !== skill.toLowerCase()) return skill
  // Another name of a skill, such as 'golang', stays what was written.
  const name = NAMES_BY_KEY.get(skill)
  return name ?? skill.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
}
