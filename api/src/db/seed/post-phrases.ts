import type { PostType } from '@dolph/contract/post-type'

/** Titles of posts that are generated from a project's facts; `%` is its name, `$` its tagline. */
export const LAUNCH_TITLES = [
  '%: $',
  '%: $',
  '%: $',
  'First release of %: $',
  '% is out: $',
  'I made a thing: % ($)',
  'Hello from %: $',
  '%, in one line: $',
  'After a long time alone with it: %, $',
]

export const SEEKING_TITLES = [
  '% needs a second pair of hands',
  'Second maintainer wanted for %',
  'Who wants to work on % with me?',
  '% has outgrown one person',
  'Two gaps in % that I cannot close alone',
  'Contributors for %: small, friendly, alive',
  'Help wanted on %, an evening a week is plenty',
  '% and the things I keep postponing',
  'I am stuck in two places, % is not',
  'Could you own a corner of %?',
  'Open places in the % team',
  'Reviewers and doers for %',
  'A fresh pair of eyes for %',
  '% would like your stubbornness',
  'Pairing partners for %',
]

export const PROGRESS_TITLES = [
  '%: where it stands',
  'A quiet progress report on %',
  '%, spring cleaning edition',
  'What works in % and what does not',
  '% this month',
  'Notes from the workbench: %',
  'Halfway there with %',
  '%: fewer bugs, same author',
  '% is alive, here is the proof',
  'Slow and steady: % update',
  'Building % in the open',
  'Between two releases of %',
  '% status, honestly',
  'The unglamorous month of %',
  'What changed in % since last time',
  '%: done, not done, will not do',
  'Still working on %',
]

export const FIRST_ISSUE_TITLES = [
  '% on GitHub: good places to start',
  '% is open source and answers pull requests',
  'First issues in %, labelled and explained',
  'Read the source of %, tell me what is unclear',
  '% has a contributing guide now',
  'Looking inside %: code tour and open issues',
  '% moved to a public repository',
  'Everything about % is open now',
  'A weekend-sized issue list for %',
  'New to open source? Try %',
  '% is yours too',
  'Triage day for %',
  'Fork % and change my mind',
]

export const IDEA_TITLES = [
  'Thinking aloud: $',
  'Does this exist already? $',
  'An idea that will not leave me alone: $',
  'Before I build it: $',
  'Tell me why this is a bad idea: $',
  'What if there was this: $',
  'On a napkin: $',
]

export const WORKING_FEATURES_HEADINGS = [
  'What works',
  'Done',
  'So far',
  'Where it stands',
  'Today',
  'Good news first',
  'In short',
  'State of things',
  'Already there',
  'Facts',
]

export const OPEN_TASKS_HEADINGS = [
  'Not there yet',
  'What is missing',
  'Known gaps',
  'Still open',
  'Honest list of problems',
  'What it cannot do',
  'Next',
  'The weak spots',
  'On my list',
]

/** Introductions to an open task. */
export const OPEN_TASK_LEADS = [
  'One thing still bothers me.',
  'Fair warning.',
  'To be honest, there is a weak spot.',
  'The catch?',
  'Before you ask:',
  'What I have not solved:',
  '',
  '',
  '',
  '',
]

export const STACK_LINES = [
  'Built with %.',
  'Stack: %.',
  '% underneath.',
  'Made of %.',
  'For the curious: %.',
  'Tech: %.',
  '(Stack: %.)',
  'It is %, nothing exotic.',
  'Under the hood: %.',
  '%.',
]

export const CLOSINGS: Record<PostType, string[]> = {
  showcase: [
    'Tell me what you would change.',
    'Feedback of any kind is welcome, also the grumpy kind.',
    'Happy to answer questions below.',
    'If you try it, let me know how far you got.',
    'Bug reports make my day.',
    'What would you use it for?',
    'Thanks for looking!',
    'I read all comments.',
    'Be gentle, be honest.',
  ],
  'seeking-contributors': [
    'A comment here is enough to start.',
    'Write me, I answer the same day.',
    'No application, no interview, just say hello.',
    'You do not have to be an expert, I am not one either.',
    'An hour a week is already a lot.',
    'If that sounds like you, message me.',
    'I can pair with you on the first issue.',
    'Credit, review and good company guaranteed.',
    'Questions first? Ask below.',
    'Beginners are welcome if they like to read.',
    'We meet online every second week for half an hour.',
  ],
  'looking-to-join': [
    'Say hello if your project fits.',
    'Links to your repository are welcome below.',
    'I answer every message.',
    'Small teams preferred.',
    'No equity talk, please, just a good project.',
    'Remote, obviously.',
    'Happy to start with a single issue.',
    'Tell me what hurts in your project.',
  ],
  'in-development': [
    'More next month.',
    'Comments on the direction are welcome.',
    'It moves, slowly.',
    'No date for a release, there never is.',
    'Next stop: tests.',
    'If you know a better way, stop me now.',
    'Testers, raise your hand.',
  ],
  'project-idea': [
    'What am I missing?',
    'Who has tried this?',
    'I would rather hear "no" now than in a year.',
    'Thoughts?',
    'Prior art is very welcome.',
    'Would you use it?',
    'Is anyone already building this?',
  ],
  hackathon: [
    'Team photo would be here if we had slept.',
    'The code is exactly as bad as you think.',
    'Would do it again.',
    'Now the question is whether to continue.',
  ],
  'learning-project': [
    'Corrections are welcome.',
    'If you are at the beginning as well, write me.',
    'Next I want to understand why it is fast.',
    'The notes are in the repository.',
    'What did you read when you learned this?',
    'Still learning.',
  ],
  'open-source': [
    'Pull requests get an answer within three days.',
    'The contributing guide is one page.',
    'First-timers very welcome.',
    'Stars are nice, issues are nicer.',
    'Come and say hello in an issue.',
    'There is a test for everything you could break.',
  ],
  other: ['Curious what you say.', 'Answers below, please.', 'Thank you!'],
}
