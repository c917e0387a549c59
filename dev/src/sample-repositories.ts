import type { TestRepository } from '@dolph/api/testing/servers/test-code-host'

/** The repositories that can be imported in development, as on GitHub. */
export const SAMPLE_REPOSITORIES: Record<string, TestRepository> = {
  'ada/tide-clock': {
    description: 'A clock for the kitchen wall that shows the tide',
    homepage: 'https://tide.example',
    topics: ['hardware', 'rust'],
    language: 'Rust',
    license: { spdx_id: 'MIT' },
    pushed_at: '2026-11-10T18:30:00Z',
    languages: { Rust: 84_000, TypeScript: 21_000, CSS: 3_000 },
    readme: `# Tide clock

[![CI](https://img.shields.io/badge/CI-passing-green)](https://ci.example)

A clock for the kitchen wall that shows **the tide** of the nearest harbor. [Live demo](https://demo.tide.example)

![The clock on a wall](docs/clock.jpg)

## Build it

\`\`\`sh
git clone https://github.com/ada/tide-clock.git
cargo run
\`\`\`

See [the guide](docs/guide.md).
`,
    projectFile: `dolph: 1
state: building
topics: [hardware, open-data]
owner: ada
roles:
  - { title: Frontend developer, skills: [typescript, css], hours: 4-8, reward: unpaid }
`,
  },
  'ada/archived-clock': {
    description: 'The first version',
    archived: true,
    readme: '# The first tide clock\n\nReplaced by tide-clock.',
  },
  'ada/renamed-clock': { movedTo: 'ada/tide-clock' },
}

export const SAMPLE_NAMES = Object.keys(SAMPLE_REPOSITORIES).join(', ')
