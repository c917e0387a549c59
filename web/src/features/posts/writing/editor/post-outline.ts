import type { PostType } from '@dolph/contract/posts/post-type'

/** The headings that help to begin the text of a post of this type. */
export function getPostOutline(type: PostType): string {
  return OUTLINES[type].map((heading) => `## ${heading}\n\n`).join('\n')
}

const OUTLINES: Record<PostType, readonly string[]> = {
  showcase: ['What it does', 'How it is built', 'What I would like to hear'],
  'seeking-contributors': ['What works', 'What is missing', 'Who I need'],
  'looking-to-join': ['What I can do', 'What I would like to build', 'How much time I have'],
  'in-development': ['What works', 'What is missing', 'What comes next'],
  'project-idea': ['The problem', 'The idea', 'Who I need'],
  hackathon: ['What we build', 'When and where', 'Who we need'],
  'learning-project': ['What I want to learn', 'What I build for it', 'Where I could use help'],
  'open-source': ['What it does', 'How to run it', 'Good first contributions'],
  other: ['What it is about', 'What would help'],
}
