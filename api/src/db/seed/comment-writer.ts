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

/** Generates the comments below posts. Each question with its answer is used only once in all sample data. */
export function createCommentWriter(
  random: SeededRandom,
  people: readonly SourcePerson[],
  projects: readonly SourceProject[],
) {
  const unusedQuestions = new Map(projects.map((project) => [project, [...project.questions]]))
  const projectsByOwner = Map.groupBy(projects, ({ owner }) => owner)
  const remarkPickers = new Map(
    Object.entries(COMMENT_PHRASES).map(([type, phrases]) => [
      type,
      createNonRepeatingPicker(random, phrases),
    ]),
  )
  const pickStrengthComment = createNonRepeatingPicker(random, STRENGTH_COMMENTS)
  const pickOpenTaskComment = createNonRepeatingPicker(random, OPEN_TASK_COMMENTS)
  const pickHelpOffer = createNonRepeatingPicker(random, HELP_OFFERS)
  const pickInvitation = createNonRepeatingPicker(random, INVITATION_COMMENTS)
  const pickHackathonComment = createNonRepeatingPicker(random, HACKATHON_CALL_COMMENTS)
  const pickAnswer = createNonRepeatingPicker(random, AUTHOR_ANSWERS)
  const pickThanks = createNonRepeatingPicker(random, AUTHOR_THANKS)
  const pickWelcome = createNonRepeatingPicker(random, AUTHOR_WELCOMES)
  const pickSameQuestionReply = createNonRepeatingPicker(random, SAME_QUESTION_REPLIES)
  const pickAgreementReply = createNonRepeatingPicker(random, AGREEMENT_REPLIES)

  /** A top-level comment of this person. */
  function writeRemark(person: SourcePerson, post: GeneratedPost): string {
    const ownProjects = projectsByOwner.get(person.username)
    if (post.type === 'seeking-contributors' && random.nextBoolean(0.4)) {
      return [pickHelpOffer(), person.skill, random.nextBoolean(0.5) ? person.availability : '']
        .join(' ')
        .trim()
    }
    if (post.type === 'looking-to-join' && ownProjects && random.nextBoolean(0.6)) {
      const { name, tagline } = random.pickOne(ownProjects)
      return pickInvitation().replace('%', name).replace('$', tagline)
    }
    if (post.type === 'hackathon' && !post.project) return pickHackathonComment()
    const name = post.project?.name ?? 'it'
    return remarkPickers.get(post.type)?.().replace('%', name) ?? pickThanks()
  }

  /** A quoted sentence of the post with a comment on it, unless it was quoted already. */
  function writeQuoteComment(
    { body, project }: GeneratedPost,
    earlierComments: string[],
  ): string | undefined {
    if (!project || !random.nextBoolean(0.35)) return undefined
    const isStrength = random.nextBoolean(0.5)
    const quote = random
      .shuffle(isStrength ? project.workingFeatures : project.openTasks)
      .find(
        (fact) => body.includes(fact) && !earlierComments.some((content) => content.includes(fact)),
      )
    return quote && `> ${quote}\n\n${isStrength ? pickStrengthComment() : pickOpenTaskComment()}`
  }

  function writeReply(
    to: SampleComment,
    isAnswered: boolean,
    post: GeneratedPost,
    commenter: SourcePerson,
  ) {
    const isQuestion = to.content.trimEnd().endsWith('?')
    const isOffer = HELP_OFFERS.some((phrase) => to.content.startsWith(phrase))
    const isByAuthor = to.author === post.author
    if (isByAuthor || isAnswered || (!isOffer && random.nextBoolean(0.35))) {
      return {
        author: commenter.username,
        content: isQuestion ? pickSameQuestionReply() : pickAgreementReply(),
      }
    }
    const content = isOffer ? pickWelcome() : isQuestion ? pickAnswer() : pickThanks()
    return { author: post.author, content }
  }

  function takeQuestion({ type, project }: GeneratedPost) {
    return project && type !== 'project-idea' ? unusedQuestions.get(project)?.shift() : undefined
  }

  return function writeComments(post: GeneratedPost, length: number): SampleComment[] {
    const comments: SampleComment[] = []
    const commenters = random.shuffle(people.filter(({ username }) => username !== post.author))

    function addComment(author: string, content: string, replyTo: number | null) {
      const earlierComments = comments.map((comment) => comment.content)
      const styled = applyWritingStyle(author, content)
      if (!earlierComments.includes(styled)) comments.push({ author, content: styled, replyTo })
    }

    const question = length > 1 ? takeQuestion(post) : undefined
    const asker = commenters.pop()
    if (question && asker) {
      addComment(asker.username, question.question, null)
      addComment(post.author, question.answer, 0)
    }

    for (const commenter of commenters) {
      if (comments.length >= length) break
      const replyTo = random.nextInteger(comments.length)
      const to = comments[replyTo]
      if (to && to.replyTo === null && random.nextBoolean(REPLY_SHARE)) {
        const isAnswered = comments.some(
          (comment) => comment.replyTo === replyTo && comment.author === post.author,
        )
        const { author, content } = writeReply(to, isAnswered, post, commenter)
        addComment(author, content, replyTo)
        continue
      }
      const earlierComments = comments.map(({ content }) => content)
      addComment(
        commenter.username,
        writeQuoteComment(post, earlierComments) ?? writeRemark(commenter, post),
        null,
      )
    }
    return comments
  }
}
