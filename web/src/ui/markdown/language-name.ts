/** A language as people write it. A name that is not known is shown as typed. */
export function getLanguageName(language: string | undefined): string {
  if (language === undefined) return 'Code'
  return LANGUAGE_NAMES.get(language.toLowerCase()) ?? language
}

const LANGUAGE_NAMES = new Map(
  Object.entries({
    Bash: ['bash', 'sh', 'shell', 'zsh'],
    C: ['c'],
    'C++': ['cpp', 'c++', 'cc'],
    'C#': ['csharp', 'c#', 'cs'],
    CSS: ['css'],
    Diff: ['diff', 'patch'],
    Go: ['go', 'golang'],
    HTML: ['html', 'xhtml'],
    INI: ['ini'],
    Java: ['java'],
    JavaScript: ['javascript', 'js', 'jsx', 'mjs'],
    JSON: ['json', 'jsonc'],
    Kotlin: ['kotlin', 'kt'],
    Markdown: ['markdown', 'md'],
    PHP: ['php'],
    Python: ['python', 'py'],
    Ruby: ['ruby', 'rb'],
    Rust: ['rust', 'rs'],
    SQL: ['sql'],
    Swift: ['swift'],
    Text: ['text', 'txt', 'plaintext'],
    TOML: ['toml'],
    TypeScript: ['typescript', 'ts', 'tsx'],
    XML: ['xml', 'svg'],
    YAML: ['yaml', 'yml'],
  }).flatMap(([name, aliases]) => aliases.map((alias) => [alias, name] as const)),
)
