import { z } from 'zod/mini'
import { AccountEvent } from '../accounts/account-events.ts'
import { OnboardingGoal } from '../accounts/onboarding.ts'
import { Passkey } from '../accounts/passkeys.ts'
import { Session } from '../accounts/sessions.ts'
import { FlatComment } from '../comments/comments.ts'
import { JoinRequest } from '../join-requests/join-requests.ts'
import { Message } from '../messaging/messaging.ts'
import { ReactionKind } from '../messaging/revisions.ts'
import { Appeal, Decision, Report } from '../moderation/moderation.ts'
import { Channels, Notification, SettingKind } from '../notifications/notifications.ts'
import { Availability } from '../people/availability.ts'
import { Post } from '../posts/posts.ts'
import { Profile } from '../profiles/profiles.ts'
import { Id, Timestamp } from '../primitives.ts'
import { MemberTeam, ProjectState, ReplyDays, Topic } from '../projects/projects.ts'
import { Role } from '../roles/roles.ts'
import { Room, RoomMessage } from '../rooms/rooms.ts'
import { Update } from '../updates/updates.ts'

/** Of another member a copy has only the name; null when the account is deleted. */
const userName = z.nullable(z.string())
const named = z.strictObject({ userName: z.string() })

/** The end of a limit; `unlimited` without one. */
const LimitEnd = z.nullable(z.union([Timestamp, z.literal('unlimited')]))

const messageFields = {
  _id: Id,
  content: Message.shape.content,
  createdAt: Timestamp,
  isMine: z.boolean(),
  about: Message.shape.about,
  format: Message.shape.format,
  replyTo: Message.shape.replyTo,
  editedAt: Message.shape.editedAt,
  deletedBy: Message.shape.deletedBy,
  isHidden: Message.shape.isHidden,
  /** The member's own. */
  reactions: z.optional(z.array(ReactionKind)),
}

const file = z.strictObject({
  /** The path in the copy. */
  file: z.string(),
  uploadedAt: Timestamp,
})

/** What a copy has: for each kind a file `data/<kind>.json` with a list of these. */
export const EXPORTED = {
  account: z.strictObject({
    _id: Id,
    userName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.nullable(z.string()),
    emailVerifiedAt: z.nullable(Timestamp),
    hasPassword: z.boolean(),
    googleId: z.nullable(z.string()),
    /** GitHub's number of the account. */
    githubId: z.nullable(z.int()),
    githubLogin: z.nullable(z.string()),
    createdAt: Timestamp,
    deletedAt: z.nullable(Timestamp),
    staffRole: z.nullable(z.enum(['moderator', 'admin'])),
    goal: z.nullable(OnboardingGoal),
    postingLimitedUntil: LimitEnd,
    messagingLimitedUntil: LimitEnd,
    suspendedUntil: LimitEnd,
  }),
  profile: z.strictObject({
    bio: Profile.shape.bio,
    skills: Profile.shape.skills,
    github: Profile.shape.github,
    linkedin: Profile.shape.linkedin,
    website: Profile.shape.website,
    location: Profile.shape.location,
    socialLinks: Profile.shape.socialLinks,
  }),
  availability: z.strictObject({ ...Availability.shape, until: z.iso.date() }),
  settings: z.strictObject({ kinds: z.partialRecord(SettingKind, Channels) }),
  sessions: z.strictObject({
    device: Session.shape.device,
    signedInAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp,
  }),
  passkeys: z.strictObject({
    name: Passkey.shape.name,
    createdAt: Passkey.shape.createdAt,
    lastUsedAt: Passkey.shape.lastUsedAt,
  }),
  secondFactor: z.strictObject({
    /** Null until a code has confirmed it. */
    onSince: z.nullable(Timestamp),
    recoveryCodesLeft: z.int(),
    resetStartedAt: z.nullable(Timestamp),
  }),
  accountEvents: z.strictObject(AccountEvent.shape),
  pictures: file,
  messagePictures: file,
  posts: z.strictObject({
    _id: Id,
    title: Post.shape.title,
    type: Post.shape.type,
    body: Post.shape.body,
    github: Post.shape.github,
    demo: Post.shape.demo,
    projectUrl: Post.shape.projectUrl,
    coverAlt: z.nullable(z.string()),
    createdAt: Timestamp,
    hiddenAt: Post.shape.hiddenAt,
  }),
  projects: z.strictObject({
    post: Id,
    state: z.nullable(ProjectState),
    topics: z.array(Topic),
    replyDays: ReplyDays,
  }),
  roles: z.strictObject({
    _id: Id,
    post: Id,
    title: z.string(),
    about: z.string(),
    skills: z.array(z.string()),
    mustSkills: z.array(z.string()),
    hours: z.strictObject({ from: z.int(), to: z.int() }),
    term: Role.shape.term,
    zone: z.nullable(z.string()),
    zoneSpread: Role.shape.zoneSpread,
    reward: Role.shape.reward,
    rewardNote: z.string(),
    seats: z.int(),
    state: Role.shape.state,
    createdAt: Timestamp,
  }),
  updates: z.strictObject({
    _id: Id,
    post: Id,
    postTitle: z.nullable(z.string()),
    body: Update.shape.body,
    state: Update.shape.state,
    createdAt: Timestamp,
    editedAt: Update.shape.editedAt,
  }),
  comments: z.strictObject({
    _id: Id,
    post: Id,
    parent: FlatComment.shape.parent,
    content: z.string(),
    createdAt: Timestamp,
    editedAt: FlatComment.shape.editedAt,
    isHidden: z.boolean(),
  }),
  /** The comments on the member's posts, thread after thread, those of the member too. */
  threads: z.strictObject({
    _id: Id,
    post: Id,
    parent: FlatComment.shape.parent,
    userName,
    content: z.string(),
    isDeleted: z.boolean(),
    createdAt: Timestamp,
    editedAt: FlatComment.shape.editedAt,
    withheld: z.optional(z.literal('hidden')),
  }),
  likes: z.strictObject({ post: Id, likedAt: Timestamp }),
  follows: z.strictObject({
    post: Id,
    follow: z.enum(['saved', 'following']),
    followedAt: Timestamp,
  }),
  mutedPosts: z.strictObject({ post: Id }),
  teams: z.strictObject({
    ...MemberTeam.shape,
    post: z.strictObject({ _id: Id, title: z.nullable(z.string()) }),
    leftAt: z.nullable(Timestamp),
  }),
  joinRequests: z.strictObject({
    _id: Id,
    role: z.strictObject(JoinRequest.shape.role.shape),
    post: z.strictObject(JoinRequest.shape.post.shape),
    person: z.nullable(named),
    owner: z.nullable(named),
    fromOwner: z.boolean(),
    isSender: z.boolean(),
    note: z.string(),
    hours: z.nullable(z.int()),
    state: JoinRequest.shape.state,
    reason: z.nullable(z.string()),
    answer: z.string(),
    createdAt: Timestamp,
    endedAt: z.nullable(Timestamp),
  }),
  notifications: z.strictObject({
    _id: Id,
    kind: Notification.shape.kind,
    count: Notification.shape.count,
    at: Timestamp,
    readAt: z.nullable(Timestamp),
  }),
  blocks: z.strictObject({ userName: z.string(), createdAt: Timestamp }),
  mutes: z.strictObject({ userName: z.string(), createdAt: Timestamp }),
  reports: z.strictObject({
    _id: Id,
    reason: Report.shape.reason,
    note: z.string(),
    createdAt: Timestamp,
  }),
  decisions: z.strictObject({
    _id: Id,
    kind: Decision.shape.kind,
    about: Decision.shape.subject.shape.kind,
    rule: z.nullable(Decision.shape.rule),
    text: z.nullable(z.string()),
    until: LimitEnd,
    decidedAt: z.nullable(Timestamp),
    takenBackAt: z.nullable(Timestamp),
    appeal: z.nullable(z.strictObject({ ...Appeal.shape, answer: z.nullable(z.string()) })),
  }),
  /** Conversation after conversation, the oldest message first. `peer` is with whom. */
  messages: z.strictObject({
    peer: userName,
    ...messageFields,
    deliveredAt: z.nullable(Timestamp),
    readAt: z.nullable(Timestamp),
  }),
  rooms: z.strictObject({
    _id: Id,
    name: Room.shape.name,
    joinedAt: Timestamp,
    leftAt: z.nullable(Timestamp),
    isMuted: z.boolean(),
  }),
  roomMessages: z.strictObject({
    room: z.string(),
    sender: userName,
    ...messageFields,
    line: RoomMessage.shape.line,
  }),
} as const

export type ExportKind = keyof typeof EXPORTED
export type Exported<Kind extends ExportKind> = z.output<(typeof EXPORTED)[Kind]>
