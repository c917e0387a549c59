import type { Topic } from '@dolph/contract/projects'
import type { ProjectFile } from '../content-files.ts'

/** A kind of role that sample projects look for. */
export interface RoleTemplate {
  title: string
  about: string
  skills: string[]
  /** A post with one of these words looks for this role first. */
  words: RegExp
}

export const ROLE_TEMPLATES: RoleTemplate[] = [
  {
    title: 'Frontend developer',
    about: 'Turn rough screens into ones that people find their way around in.',
    skills: ['TypeScript', 'React', 'CSS', 'Accessibility'],
    words: /frontend|interface|view|page|react|svelte|touch/i,
  },
  {
    title: 'Backend developer',
    about: 'Look after the data and what happens to it while nobody looks.',
    skills: ['PostgreSQL', 'Node', 'Docker', 'SQL'],
    words: /backend|server|database|sync|storage|api/i,
  },
  {
    title: 'Systems programmer',
    about: 'Find out where the time goes, and make it go somewhere else.',
    skills: ['Rust', 'C', 'Zig'],
    words: /rust|zig|windows|console|protocol|parser|grammar|fuzz/i,
  },
  {
    title: 'Mobile developer',
    about: 'Bring it to the phones that people really have.',
    skills: ['Kotlin', 'Swift', 'Flutter', 'Android'],
    words: /android|ios|phone|mobile|kotlin|swift/i,
  },
  {
    title: 'Translator',
    about: 'Tone matters more than accuracy. Texts come as files, one at a time.',
    skills: ['Translation', 'Writing'],
    words: /translat|language|portuguese|italian|german|polish/i,
  },
  {
    title: 'Designer',
    about: 'Icons, empty states, and the courage to remove a button.',
    skills: ['Figma', 'CSS', 'Accessibility'],
    words: /design|draw|icon|colou?r|animator|font/i,
  },
  {
    title: 'Composer',
    about: 'A few minutes of music for many hours of use.',
    skills: ['Music', 'Web Audio'],
    words: /compos|music|sound|audio|signal/i,
  },
  {
    title: 'Data engineer',
    about: 'Clean what comes in, and write down what was cleaned.',
    skills: ['Python', 'SQL', 'DuckDB'],
    words: /data|model|statistic|dataset|python/i,
  },
  {
    title: 'Hardware builder',
    about: 'Build one, break it, and tell us how.',
    skills: ['Firmware', 'C', 'ESP32', 'KiCad'],
    words: /hardware|board|sensor|solder|esp32|3d print/i,
  },
  {
    title: 'Map editor',
    about: 'Check on foot what the map claims.',
    skills: ['PostGIS', 'MapLibre', 'GTFS'],
    words: /map|route|city|cities|transit|stop|park/i,
  },
  {
    title: 'Level designer',
    about: 'Levels that teach one thing each.',
    skills: ['Godot', 'Blender', 'Unity'],
    words: /level|game|puzzle/i,
  },
  {
    title: 'Tester who says what they think',
    about: 'Use it for a week and write down every sigh.',
    skills: ['Playwright', 'Writing'],
    words: /test|feedback|eyes|stuck|try/i,
  },
  {
    title: 'Second maintainer',
    about: 'Review, release and answer issues, so that one of us can go on holiday.',
    skills: ['TypeScript', 'Go', 'Writing'],
    words: /maintain|contributor|pair|team|help/i,
  },
]

/** What the projects of a content file are about. */
export const TOPICS_BY_FILE: Record<ProjectFile, Topic[]> = {
  hardware: ['hardware'],
  'home-and-web': ['web', 'productivity'],
  'developer-tools': ['developer-tools'],
  libraries: ['libraries', 'developer-tools'],
  games: ['games'],
  learning: ['education'],
  'maps-and-transit': ['maps', 'open-data'],
  'data-and-models': ['data-science'],
  'music-and-art': ['music', 'art'],
  community: ['community'],
  'health-and-mobile': ['health', 'mobile'],
  systems: ['devops', 'security'],
}
