/** What the check knows of the repository: its files by their paths, with the texts that it asks for. */
export interface Repository {
  paths: readonly string[]
  readText: (path: string) => string
}

const FENCE = /^```[^]*?^```$/gm
const CODE = /`([^`\n]+)`/g
const LINK = /\]\(([^)\s]+)\)/g
const EXCERPT = /^`([^`\n]+)`\n\n```\w+\n([^]*?)\n```$/gm
const FILE = /^(?:[\w.@-]+\/)*[\w.-]+\.(?:ts|tsx|sql|sh|ya?ml|md|css|cfg)$/
const FOLDER = /^([\w.-]+)\/[\w./-]+$/
const ELLIPSIS = /^\s*\/\/ …$/m
/** Names that documents give to files of operators and of imported projects, and to examples. */
const NOT_HERE = [
  /^\.dolph\.yml$|^compose\.override\.yaml$|^web\/dist|^secrets\//,
  /^PostCard\.tsx$|^postUtils\.ts$|^index\.ts$|\bposts\.repository\.ts$|^004_update\.sql$/,
  // The names of ratios that benchmarks print.
  /\/(?:pgbench|before|asked-alone)$/,
  /-notes\.sql$|\bnotes(?:\/|$)|^(?:erase-)?notes(?:-page|\.test)?\.tsx?$/,
]

/** Paths and links that lead nowhere, and excerpts of files that have changed; one sentence each. */
export function findDocumentFaults(documents: readonly string[], repository: Repository): string[] {
  const suffixes = listSuffixes(repository.paths)
  const roots = new Set(repository.paths.flatMap((path) => path.split('/').slice(0, -1)))
  return documents.flatMap((document) => {
    const text = repository.readText(document)
    const faults = [
      ...findWrongPaths(text.replaceAll(FENCE, ''), suffixes, roots),
      ...findWrongLinks(document, text.replaceAll(FENCE, ''), repository),
      ...findWrongExcerpts(text, repository),
    ]
    return faults.map((fault) => `${document}: ${fault}`)
  })
}

/** A path may be written from any folder on: `posts/queries.ts`. */
function listSuffixes(paths: readonly string[]): Set<string> {
  const suffixes = new Set<string>()
  for (const path of paths) {
    const parts = path.split('/')
    for (let end = 1; end <= parts.length; end += 1)
      for (let start = 0; start < end; start += 1) suffixes.add(parts.slice(start, end).join('/'))
  }
  return suffixes
}

function findWrongPaths(text: string, suffixes: Set<string>, folders: Set<string>): string[] {
  return [...text.matchAll(CODE)].flatMap(([, code = '']) => {
    const path = code.replace(/\/$/, '')
    const isPath = FILE.test(path) || folders.has(FOLDER.exec(path)?.[1] ?? '')
    if (!isPath || suffixes.has(path) || NOT_HERE.some((pattern) => pattern.test(path))) return []
    return [`there is no ${path}`]
  })
}

function findWrongLinks(document: string, text: string, repository: Repository): string[] {
  return [...text.matchAll(LINK)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? document : resolvePath(document, path)
    if (!repository.paths.some((each) => each === target || each.startsWith(`${target}/`)))
      return [`the link ${link} leads nowhere`]
    if (anchor === undefined || !target.endsWith('.md')) return []
    return listAnchors(repository.readText(target)).has(anchor)
      ? []
      : [`${link} has no such heading`]
  })
}

function resolvePath(document: string, path: string): string {
  const { pathname } = new URL(path, `file:///${document}`)
  return pathname.slice(1).replace(/\/$/, '')
}

/** As GitHub makes them from headings. */
function listAnchors(text: string): Set<string> {
  const headings = [...text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm)]
  return new Set(
    headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** An excerpt stands below the path of its file. Its indentation is its own; `// …` stands for what is left out. */
function findWrongExcerpts(text: string, { paths, readText }: Repository): string[] {
  return [...text.matchAll(EXCERPT)].flatMap(([, path = '', excerpt = '']) => {
    if (!paths.includes(path)) return [`there is no ${path}`]
    const source = trimLines(readText(path))
    const parts = excerpt.split(ELLIPSIS).map(trimLines)
    return parts.every((part) => source.includes(part)) ? [] : [`the excerpt is not in ${path}`]
  })
}

function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
