import { z } from 'zod'

/**
 * Every kind of event: what happened, named `subject.participle`. The event names its subject, the member who caused it
 * (`actorId`, null without one) and the ids in `data`; subscribers read everything else from the tables.
 *
 * A feature adds a kind here once something subscribes to it, inserts it with its cause (`insertEvent`, or
 * `insertEventsFrom` inside the causing statement) and lists its subscribers under `events`. A kind without a subscriber
 * is not written: no relay would delete its rows.
 */
export const eventCatalog = {
  /** A member deleted their account; their data is still there. */
  'member.deleted': defineEvent({ subject: 'member', data: {}, wakesRelay: true }),
  /** A member blocked others, whose ids are `memberIds`. */
  'member.blocked': defineEvent({
    subject: 'member',
    data: { memberIds: z.array(z.uuid()) },
    wakesRelay: true,
  }),
  /** A post was inserted or changed other than through the API, by the seed or a migration, and has no search entry. */
  'post.imported': defineEvent({ subject: 'post', data: {}, wakesRelay: false }),
  /** A member commented; `answeredIds` holds the comment that the reply button belonged to, or nothing for a top-level one. */
  'comment.created': defineEvent({
    subject: 'comment',
    data: { answeredIds: z.array(z.uuid()) },
    wakesRelay: false,
  }),
  /** A comment names members with `@userName`; `memberIds` are those whom it did not name before. */
  'comment.mentioned': defineEvent({
    subject: 'comment',
    data: { memberIds: z.array(z.uuid()) },
    wakesRelay: false,
  }),
  /** A comment is deleted, by its author or with their account; it has no actor, who may be erased by now. */
  'comment.deleted': defineEvent({ subject: 'comment', data: {}, wakesRelay: false }),
  /** The likes of a post may have reached a milestone: the subscriber counts which one, and notifies the author. */
  'post.milestone-reached': defineEvent({ subject: 'post', data: {}, wakesRelay: false }),
  /** The copy that the member asked for can be downloaded. */
  'export.ready': defineEvent({ subject: 'member', data: {}, wakesRelay: true }),
  /** A moderator decided a case. */
  'case.decided': defineEvent({ subject: 'case', data: {}, wakesRelay: true }),
  /** A moderator decided the objection to the decision of a case. */
  'appeal.decided': defineEvent({ subject: 'case', data: {}, wakesRelay: true }),
  /** A member asks to join, or an owner invites one. */
  'join-request.created': defineEvent({ subject: 'join-request', data: {}, wakesRelay: false }),
  /** A member answered a request or invitation; its state says how. */
  'join-request.answered': defineEvent({ subject: 'join-request', data: {}, wakesRelay: false }),
  /** A request or invitation was taken back by its side, or a block withdrew it (without an actor). */
  'join-request.withdrawn': defineEvent({ subject: 'join-request', data: {}, wakesRelay: false }),
  /** A request or invitation ended, or was declined as its role is filled, without an answer; there is no actor. */
  'join-request.ended': defineEvent({ subject: 'join-request', data: {}, wakesRelay: false }),
  /** A moderator hid the texts of a request or invitation; an open one ended with it. */
  'join-request.hidden': defineEvent({ subject: 'join-request', data: {}, wakesRelay: false }),
  /** A request or invitation still waits at half of its time, or at nine tenths. */
  'join-request.due': defineEvent({ subject: 'join-request', data: {}, wakesRelay: false }),
  /** Members joined or left the team of a post; `memberIds` are those. */
  'team.changed': defineEvent({
    subject: 'post',
    data: { memberIds: z.array(z.uuid()) },
    wakesRelay: false,
  }),
  /** Members joined or left a room, whose ids are `memberIds`; or it was closed, or who may read earlier messages has changed. */
  'room.changed': defineEvent({
    subject: 'room',
    data: { memberIds: z.array(z.uuid()) },
    wakesRelay: true,
  }),
  /**
   * Other unread messages of a room mention the members `memberIds`: the actor wrote one, or read them as one of these members; without an
   * actor, a member left or a block hides some. One kind for all: subscribers count anew, and lock places in rooms only here.
   */
  'room.mentions-changed': defineEvent({
    subject: 'room',
    data: { memberIds: z.array(z.uuid()) },
    wakesRelay: false,
  }),
  /** A moderator hid a message, or it is shown again. */
  'message.hidden': defineEvent({ subject: 'message', data: {}, wakesRelay: false }),
  /** Members are no longer co-owners of a post: they left the team, its author decided so, or the post is deleted. */
  'co-owner.removed': defineEvent({
    subject: 'post',
    data: { memberIds: z.array(z.uuid()) },
    wakesRelay: false,
  }),
  /** An update was written, or the line of a new state of the project. */
  'update.posted': defineEvent({ subject: 'update', data: {}, wakesRelay: false }),
  /** An update names members with `@userName`; `memberIds` are those whom it never named before. */
  'update.mentioned': defineEvent({
    subject: 'update',
    data: { memberIds: z.array(z.uuid()) },
    wakesRelay: false,
  }),
  /** An update that named members was deleted; `memberIds` are those. */
  'update.deleted': defineEvent({
    subject: 'update',
    data: { memberIds: z.array(z.uuid()) },
    wakesRelay: false,
  }),
  /** An owner changed the state of a project; the subscriber reads which one it is. */
  'project.state-changed': defineEvent({ subject: 'post', data: {}, wakesRelay: false }),
  /** The repository that a post links was found archived; once for a link. */
  'repository.archived': defineEvent({ subject: 'post', data: {}, wakesRelay: false }),
  /** A member is asked whether their roles are still open: there was no sign of life for weeks, or requests ended unanswered. */
  'still-open.asked': defineEvent({ subject: 'member', data: {}, wakesRelay: false }),
}

export type EventKind = keyof typeof eventCatalog
export type EventData<Kind extends EventKind> = z.output<(typeof eventCatalog)[Kind]['data']>

/** An event as its subscribers receive it. */
export interface EventOf<Kind extends EventKind> {
  id: string
  subjectId: string
  actorId: string | null
  data: EventData<Kind>
}

interface EventDefinition<Data extends Record<string, IdSchema>> {
  /** What `subject_id` is the id of. */
  subject: 'member' | 'post' | 'comment' | 'case' | 'join-request' | 'update' | 'room' | 'message'
  /** Ids only, which the types enforce: a text would outlive its deletion here. */
  data: Data
  /**
   * Whether an insert notifies the relays; otherwise they find it within a second. Not for frequent kinds: transactions
   * that notify commit one after another.
   */
  wakesRelay: boolean
}

type IdSchema = z.ZodUUID | z.ZodArray<z.ZodUUID>

function defineEvent<Data extends Record<string, IdSchema>>({
  subject,
  data,
  wakesRelay,
}: EventDefinition<Data>) {
  return { subject, data: z.strictObject(data), wakesRelay }
}
