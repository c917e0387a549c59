import { type SeededRandom, createNonRepeatingPicker } from './seeded-random.ts'
import {
  HELP_OFFERS,
  AUTHOR_ANSWERS,
  AUTHOR_THANKS,
  AUTHOR_WELCOMES,
  INVITATION_COMMENTS,
  OPEN_TASK_COMMENTS,
  HACKATHON_CALL_COMMENTS,
  STRENGTH_COMMENTS,
  COMMENT_PHRASES,
  AGREEMENT_REPLIES,
  SAME_QUESTION_REPLIES,
} from './comment-phrases.ts'
import type { SourcePerson, SourceProject } from './content-files.ts'
import type { SampleComment } from './sample-data.ts'
import type { GeneratedPost } from './post-generators.ts'
import { applyWritingStyle } from './writing-style.ts'

const REPLY_SHARE = 0.35

/** Lets people talk below posts. A question with its answer comes up only once in the whole world. */
export function createCommentWriter(
  chance: SeededRandom,
  people: readonly SourcePerson[],
  projects: readonly SourceProject[],
) {
  const unasked = new Map(projects.map((project) => [project, [...project.questions]]))
  const projectsOf = Map.groupBy(projects, ({ owner }) => owner)
  const remarks = new Map(
    Object.entries(COMMENT_PHRASES).map(([type, phrases]) => [
      type,
      createNonRepeatingPicker(chance, phrases),
    ]),
  )
  const onStrength = createNonRepeatingPicker(chance, STRENGTH_COMMENTS)
  const onGap = createNonRepeatingPicker(chance, OPEN_TASK_COMMENTS)
  const askedToHelp = createNonRepeatingPicker(chance, HELP_OFFERS)
  const invitation = createNonRepeatingPicker(chance, INVITATION_COMMENTS)
  const onCall = createNonRepeatingPicker(chance, HACKATHON_CALL_COMMENTS)
  const answer = createNonRepeatingPicker(chance, AUTHOR_ANSWERS)
  const thanks = createNonRepeatingPicker(chance, AUTHOR_THANKS)
  const welcome = createNonRepeatingPicker(chance, AUTHOR_WELCOMES)
  const sameQuestion = createNonRepeatingPicker(chance, SAME_QUESTION_REPLIES)
  const sameOpinion = createNonRepeatingPicker(chance, AGREEMENT_REPLIES)

  /** What this person says first below the story. */
  function remark(person: SourcePerson, story: GeneratedPost): string {
    const own = projectsOf.get(person.username)
    if (story.type === 'seeking-contributors' && chance.nextBoolean(0.4)) {
      return [askedToHelp(), person.skill, chance.nextBoolean(0.5) ? person.availability : '']
        .join(' ')
        .trim()
    }
    if (story.type === 'looking-to-join' && own && chance.nextBoolean(0.6)) {
      const { name, tagline } = chance.pickOne(own)
      return invitation().replace('%', name).replace('$', tagline)
    }
    if (story.type === 'hackathon' && !story.project) return onCall()
    const name = story.project?.name ?? 'it'
    return remarks.get(story.type)?.().replace('%', name) ?? thanks()
  }

  /** A sentence of the post with a word on it, unless it was quoted already. */
  function remarkOnQuote({ body, project }: GeneratedPost, said: string[]): string | undefined {
    if (!project || !chance.nextBoolean(0.35)) return undefined
    const isStrength = chance.nextBoolean(0.5)
    const quote = chance
      .shuffle(isStrength ? project.workingFeatures : project.openTasks)
      .find((fact) => body.includes(fact) && !said.some((content) => content.includes(fact)))
    return quote && `> ${quote}\n\n${isStrength ? onStrength() : onGap()}`
  }

  function reply(
    to: SampleComment,
    isAnswered: boolean,
    story: GeneratedPost,
    guest: SourcePerson,
  ) {
    const isQuestion = to.content.trimEnd().endsWith('?')
    const isOffer = HELP_OFFERS.some((phrase) => to.content.startsWith(phrase))
    const isByAuthor = to.author === story.author
    if (isByAuthor || isAnswered || (!isOffer && chance.nextBoolean(0.35))) {
      return { author: guest.username, content: isQuestion ? sameQuestion() : sameOpinion() }
    }
    const content = isOffer ? welcome() : isQuestion ? answer() : thanks()
    return { author: story.author, content }
  }

  function nextExchange({ type, project }: GeneratedPost) {
    return project && type !== 'project-idea' ? unasked.get(project)?.shift() : undefined
  }

  return function talkBelow(story: GeneratedPost, length: number): SampleComment[] {
    const comments: SampleComment[] = []
    const guests = chance.shuffle(people.filter(({ username }) => username !== story.author))

    function say(author: string, content: string, replyTo: number | null) {
      const said = comments.map((comment) => comment.content)
      const spoken = applyWritingStyle(author, content)
      if (!said.includes(spoken)) comments.push({ author, content: spoken, replyTo })
    }

    const exchange = length > 1 ? nextExchange(story) : undefined
    const asker = guests.pop()
    if (exchange && asker) {
      say(asker.username, exchange.question, null)
      say(story.author, exchange.answer, 0)
    }

    for (const guest of guests) {
      if (comments.length >= length) break
      const replyTo = chance.nextInteger(comments.length)
      const to = comments[replyTo]
      if (to && to.replyTo === null && chance.nextBoolean(REPLY_SHARE)) {
        const isAnswered = comments.some(
          (comment) => comment.replyTo === replyTo && comment.author === story.author,
        )
        const { author, content } = reply(to, isAnswered, story, guest)
        say(author, content, replyTo)
        continue
      }
      const said = comments.map(({ content }) => content)
      say(guest.username, remarkOnQuote(story, said) ?? remark(guest, story), null)
    }
    return comments
  }
}
