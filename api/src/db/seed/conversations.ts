import { type Chance, deckOf } from './chance.ts'
import {
  ASKED_TO_HELP,
  AUTHOR_ANSWERS,
  AUTHOR_THANKS,
  AUTHOR_WELCOMES,
  INVITATIONS,
  ON_A_GAP,
  ON_A_HACKATHON_CALL,
  ON_A_STRENGTH,
  REMARKS,
  SAME_OPINION,
  SAME_QUESTION,
} from './comment-phrases.ts'
import type { Person, Project } from './content-files.ts'
import type { SampleComment } from './sample-world.ts'
import type { Story } from './stories.ts'
import { inVoiceOf } from './voice.ts'

const REPLY_SHARE = 0.35

/** Lets people talk below posts. A question with its answer comes up only once in the whole world. */
export function conversationMaker(
  chance: Chance,
  people: readonly Person[],
  projects: readonly Project[],
) {
  const unasked = new Map(projects.map((project) => [project, [...project.questions]]))
  const projectsOf = Map.groupBy(projects, ({ owner }) => owner)
  const remarks = new Map(
    Object.entries(REMARKS).map(([type, phrases]) => [type, deckOf(chance, phrases)]),
  )
  const onStrength = deckOf(chance, ON_A_STRENGTH)
  const onGap = deckOf(chance, ON_A_GAP)
  const askedToHelp = deckOf(chance, ASKED_TO_HELP)
  const invitation = deckOf(chance, INVITATIONS)
  const onCall = deckOf(chance, ON_A_HACKATHON_CALL)
  const answer = deckOf(chance, AUTHOR_ANSWERS)
  const thanks = deckOf(chance, AUTHOR_THANKS)
  const welcome = deckOf(chance, AUTHOR_WELCOMES)
  const sameQuestion = deckOf(chance, SAME_QUESTION)
  const sameOpinion = deckOf(chance, SAME_OPINION)

  /** What this person says first below the story. */
  function remark(person: Person, story: Story): string {
    const own = projectsOf.get(person.username)
    if (story.type === 'seeking-contributors' && chance.happens(0.4)) {
      return [askedToHelp(), person.skill, chance.happens(0.5) ? person.hours : ''].join(' ').trim()
    }
    if (story.type === 'looking-to-join' && own && chance.happens(0.6)) {
      const { name, tagline } = chance.pick(own)
      return invitation().replace('%', name).replace('$', tagline)
    }
    if (story.type === 'hackathon' && !story.project) return onCall()
    const name = story.project?.name ?? 'it'
    return remarks.get(story.type)?.().replace('%', name) ?? thanks()
  }

  /** A sentence of the post with a word on it, unless it was quoted already. */
  function remarkOnQuote({ body, project }: Story, said: string[]): string | undefined {
    if (!project || !chance.happens(0.35)) return undefined
    const isStrength = chance.happens(0.5)
    const quote = chance
      .shuffled(isStrength ? project.works : project.open)
      .find((fact) => body.includes(fact) && !said.some((content) => content.includes(fact)))
    return quote && `> ${quote}\n\n${isStrength ? onStrength() : onGap()}`
  }

  function reply(to: SampleComment, isAnswered: boolean, story: Story, guest: Person) {
    const isQuestion = to.content.trimEnd().endsWith('?')
    const isOffer = ASKED_TO_HELP.some((phrase) => to.content.startsWith(phrase))
    const isByAuthor = to.author === story.author
    if (isByAuthor || isAnswered || (!isOffer && chance.happens(0.35))) {
      return { author: guest.username, content: isQuestion ? sameQuestion() : sameOpinion() }
    }
    const content = isOffer ? welcome() : isQuestion ? answer() : thanks()
    return { author: story.author, content }
  }

  function nextExchange({ type, project }: Story) {
    return project && type !== 'project-idea' ? unasked.get(project)?.shift() : undefined
  }

  return function talkBelow(story: Story, length: number): SampleComment[] {
    const comments: SampleComment[] = []
    const guests = chance.shuffled(people.filter(({ username }) => username !== story.author))

    function say(author: string, content: string, replyTo: number | null) {
      const said = comments.map((comment) => comment.content)
      const spoken = inVoiceOf(author, content)
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
      const replyTo = chance.below(comments.length)
      const to = comments[replyTo]
      if (to && to.replyTo === null && chance.happens(REPLY_SHARE)) {
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
