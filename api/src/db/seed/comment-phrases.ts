import type { PostType } from '@dolph/contract/post-type'

/** Comments under a post, by its type; `%` is the name of the project. */
export const COMMENT_PHRASES: Record<PostType, string[]> = {
  showcase: [
    'This is lovely. How long did it take you to get here?',
    'Tried it on my lunch break, works for me.',
    'I would pay for this, but please do not make me.',
    'Small thing: the first paragraph of the README could say who it is for.',
    'Finally somebody does this without an account.',
    'The details! Somebody cared.',
    'Sent it to two colleagues, one of them is already annoyed that it is not theirs.',
    'What was the hardest part, looking back?',
    'I had a worse version of %, deleted it today. Thank you.',
    'Would you do it with the same tools again?',
    'Nice. Does it have tests?',
    'Congratulations on shipping. Most of us only plan.',
    'My kid asked what I am smiling at. It was this.',
    'How do you plan to keep it running?',
    'Bookmarked for the weekend.',
    'Works on my old laptop as well, which I did not expect.',
  ],
  'seeking-contributors': [
    'Is there an issue I could start with, to see whether we get along?',
    'How much time a week do you think it takes?',
    'Not my field, but I know somebody. Sharing this.',
    'What would the first week look like?',
    'Do you meet regularly, or is it all in writing?',
    'I read the code of % yesterday. It is readable, that counts.',
    'Would a beginner be in the way?',
    'Sent you a message.',
    'I did something similar at work and can tell you what failed.',
    'Which time zone are you in?',
    'Following, I might have a free month in autumn.',
    'How do you decide things when two people disagree?',
  ],
  'looking-to-join': [
    'You sound like a person one wants in a team.',
    'Have you looked at the seeking contributors list? There is a lot in your direction.',
    'What would you not like to work on?',
    'Good luck! I joined somebody through a post like this one.',
    'Do you have something of yours that we can read?',
    'Sent you a message with details.',
    'We are full until summer, may I come back to you?',
    'Same here, and I am in your time zone. Shall we start something together?',
    'How long do you usually stay with a project?',
  ],
  'in-development': [
    'I like that you say what does not work.',
    'Looking forward to the next one of these.',
    'Is there something to try already?',
    'Have you thought about doing less, and releasing?',
    'Same problem here, we gave up. Please do not.',
    'How do you test this?',
    'Screenshots, please!',
    'The slow ones are the ones that stay.',
    'Which part of % would you throw away today?',
  ],
  'project-idea': [
    'I would use it tomorrow.',
    'We tried this in 2019. Happy to tell you why it failed, it was not the technology.',
    'Start with paper. Seriously, a week with paper.',
    'Who would pay for the server?',
    'Take the smallest piece and give it to three people.',
    'It exists, but the existing one is bad. Go for it.',
    'My worry is what happens when you lose interest.',
    'Count me in for a test.',
    'I would not, but my father would.',
  ],
  hackathon: [
    'I was at the table next to yours. Deserved!',
    'Please continue with it, most of these die on Monday.',
    'How did you split the work?',
    'Best demo of the day.',
    'What did you drop at 4 in the morning?',
    'Is the code up? I want to see the worst file.',
    'We should have had that idea.',
  ],
  'learning-project': [
    'Thank you for writing down the wrong turns as well.',
    'I am two chapters behind you, this helps.',
    'Which book did you use?',
    'The best explanation of this I have read in a while.',
    'There is a small mistake in the middle, I will write you.',
    'Could you add how long each part took?',
    'You should give this as a talk.',
    'I finally understood it. On the bus.',
  ],
  'open-source': [
    'Took the second one, pull request tonight.',
    'Clear labels, small scope, this is how it should be.',
    'Is a contribution without code welcome too?',
    'Which licence, and why that one?',
    'Got my first pull request merged here. Kind review!',
    'Could you mark the ones that need no setup?',
    'The setup took me four minutes, I timed it.',
    'Do you want translations as pull requests or as text?',
  ],
  other: [
    'Good question, I will think about it and come back.',
    'I laughed, then I checked mine.',
    'Same story here, different decade.',
    'Count me in.',
    'This should be pinned somewhere.',
    'I have a long answer and no time, sorry. Short: yes.',
    'Made my Monday.',
  ],
}

/** Comments on a working feature that is quoted from the post. */
export const STRENGTH_COMMENTS = [
  'This alone would have convinced me.',
  'How did you measure that?',
  'Respect. We needed three people for the same.',
  'Did you write about how you got there?',
  'Exactly what I was looking for.',
  'I want to steal this for my own project, may I?',
  'You say it so calmly.',
  'Was that a goal from the start or luck?',
]

export const OPEN_TASK_COMMENTS = [
  'I had the same and got around it. Will look for my notes.',
  'Honestly, I would leave it like that.',
  'That one is harder than it looks, take your time.',
  'Is there an issue for it? I might try.',
  'Would half a solution help?',
  'We live with the same gap, nobody has complained in two years.',
  'Could you describe the case that hurts most?',
  'Glad that you say so, others hide it.',
]

/** Comments on an invitation to a hackathon, where there is no project yet. */
export const HACKATHON_CALL_COMMENTS = [
  'Is there still a seat?',
  'I am in, if a beginner is fine.',
  'Wrong continent, sadly. Take pictures!',
  'Can one come for one day only?',
  'I was there last year. Go, all of you.',
  'Sent you a message.',
  'Do you have a topic already, or is that part of it?',
  'I bring cables and a kettle.',
]

export const HELP_OFFERS = [
  'I could help with that.',
  'This could be for me.',
  'Raising my hand, carefully.',
  'Interested.',
  'Would somebody like me be of use?',
  'If the place is still free:',
  'Hello from a possible helper.',
]

export const INVITATION_COMMENTS = [
  'You might like %: $.',
  'Come and look at %, it is about this: $.',
  'We could use you in % ($).',
  'Not sure it fits, but have a look at %: $.',
  'I run % ($) and would be glad about company.',
  'If you want something that already lives: %, $.',
]

export const AUTHOR_ANSWERS = [
  'Good question. I will write it up properly, the short answer does not fit here.',
  'Message me, that is easier than here.',
  'It depends, and I hate that answer too.',
  'Give me a week, then I can say more.',
  'I had not thought about that. Now I will, all evening.',
  'Not sure myself. What would you do?',
  'You are the third to ask, so I should put it in the description.',
  'Yes, with some patience.',
  'Honestly, I do not know yet.',
]

export const AUTHOR_THANKS = [
  'Thank you!',
  'Thanks, that helps more than you think.',
  'Good point, I write it down.',
  'Ha, fair.',
  'That means a lot, thank you.',
  'Noted!',
  'You made my evening.',
  'I will remember that.',
  'Exactly.',
]

export const AUTHOR_WELCOMES = [
  'Yes, please. I will send you a message tonight.',
  'That would be great, have a look at the open issues and choose one.',
  'Wonderful, let us talk.',
  'You are very welcome here.',
  'Perfect timing. Message me?',
]

export const SAME_QUESTION_REPLIES = [
  'Same question here.',
  'Came here to ask that.',
  'Following.',
  'I would like to know as well.',
  'Good question, I always wondered.',
]

export const AGREEMENT_REPLIES = [
  'Seconded.',
  'Can confirm.',
  '+1',
  'I disagree a little, but I see why.',
  'This thread is better than the talk I am in.',
  'Well said.',
  'Same for me.',
]
