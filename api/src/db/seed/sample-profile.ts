import type { SocialLink } from '@dolph/contract/profiles'
import { createSeededRandom } from './seeded-random.ts'
import type { SourcePerson, SourceProject } from './content-files.ts'

export interface SampleProfile {
  bio: string
  skills: string[]
  github: string
  website: string
  location: string
  socialLinks: SocialLink[]
}

const SKILLS_MAX = 9
const KNOWN_SKILLS =
  'Accessibility, Android, Arduino, Astro, Bevy, Blender, C, C#, C++, Canvas, CSS, D3, Deno, Docker, DuckDB, eBPF, Elixir, ESP32, Fastify, Firmware, Flutter, Fuzzing, Go, Godot, GTFS, Haskell, Hono, iOS, Java, JavaScript, Julia, Kotlin, Lean, Leptos, Lisp, Lua, MapLibre, Metal, Nix, Node, OCaml, Phoenix, Playwright, PostGIS, PostgreSQL, PWA, Python, PyTorch, R, Rails, React, React Native, RISC-V, Ruby, Rust, Scala, SolidJS, SQL, SQLite, STM32, Svelte, SvelteKit, Swift, Tauri, TLA+, tree-sitter, TypeScript, Unity, Unreal, Vue, Web Audio, WebGL, WebRTC, Zig'.split(
    ', ',
  )

/** The profile of a sample member, generated from their sentences and projects in the content files. */
export function createSampleProfile(
  person: SourcePerson,
  projects: SourceProject[],
): SampleProfile {
  const { username, about, skill, availability, background } = person
  const random = createSeededRandom(`profile of ${username}`)
  const stacks = projects.filter(({ owner }) => owner === username).map(({ stack }) => stack)
  return {
    bio: [about, background, `When I build: ${availability}`]
      .filter((part) => part !== '')
      .join('\n\n'),
    skills: findSkills([about, skill, ...stacks].join(' ')),
    github: `https://github.com/${username.replaceAll('_', '-')}-samples`,
    website: random.nextBoolean(0.5) ? `https://${username.replaceAll('_', '-')}.example` : '',
    location: findLocation(about),
    socialLinks: random.nextBoolean(0.4)
      ? [{ platform: 'Mastodon', url: `https://social.example/@${username}` }]
      : [],
  }
}

function findSkills(text: string): string[] {
  const words = ` ${text.replaceAll(/[.,;:()]/g, ' ')} `
  return KNOWN_SKILLS.filter((name) => words.includes(` ${name} `)).slice(0, SKILLS_MAX)
}

/** The first place name in a sentence such as `Developer in Leipzig with a weakness for trains.` */
function findLocation(about: string): string {
  const [, place = ''] =
    /\b(?:in|from|on) ((?:the )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*)/u.exec(about) ?? []
  return KNOWN_SKILLS.includes(place) ? '' : place
}
