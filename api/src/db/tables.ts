import type * as accounts from './tables/accounts.ts'
import type { Backfills } from './tables/backfills.ts'
import type * as events from './tables/events.ts'
import type * as flags from './tables/flags.ts'
import type * as messaging from './tables/messaging.ts'
import type * as moderation from './tables/moderation.ts'
import type * as notifications from './tables/notifications.ts'
import type * as people from './tables/people.ts'
import type * as posts from './tables/posts.ts'
import type * as profiles from './tables/profiles.ts'
import type * as projects from './tables/projects.ts'
import type * as roles from './tables/roles.ts'
import type * as safety from './tables/safety.ts'

/** The tables under their database names. A feature's `queries.ts` translates them to the contract's names. */
export interface Tables {
  members: accounts.Members
  posts: posts.Posts
  post_stats: posts.PostStats
  post_likes: posts.PostLikes
  post_pictures: posts.PostPictures
  deleted_posts: posts.DeletedPosts
  post_search: posts.PostSearch
  search_words: posts.SearchWords
  search_suffixes: posts.SearchSuffixes
  post_ranks: posts.PostRanks
  post_rank_changes: posts.PostRankChanges
  top_post_terms: posts.TopPostTerms
  top_posts_floor: posts.TopPostsFloor
  comments: posts.Comments
  mentions: posts.Mentions
  accounts: accounts.Accounts
  sessions: accounts.Sessions
  codes: accounts.Codes
  links: accounts.Links
  google_sign_ups: accounts.GoogleSignUps
  pending_sign_ups: accounts.PendingSignUps
  onboardings: accounts.Onboardings
  verification_attempts: accounts.VerificationAttempts
  code_requests: accounts.CodeRequests
  known_devices: accounts.KnownDevices
  account_events: accounts.AccountEvents
  retired_usernames: accounts.RetiredUsernames
  mails: accounts.Mails
  pictures: profiles.Pictures
  profiles: profiles.Profiles
  skills: profiles.Skills
  conversations: messaging.Conversations
  conversation_sides: messaging.ConversationSides
  messages: messaging.Messages
  recent_message_keys: messaging.RecentMessageKeys
  events: events.Events
  failed_events: events.FailedEvents
  erasures: events.Erasures
  installations: events.Installations
  backfills: Backfills
  flags: flags.Flags
  flag_members: flags.FlagMembers
  blocks: safety.Blocks
  mutes: safety.Mutes
  cases: moderation.Cases
  reports: moderation.Reports
  appeals: moderation.Appeals
  staff: moderation.Staff
  audit_log: moderation.AuditLog
  notifications: notifications.Notifications
  notification_comments: notifications.NotificationComments
  like_milestones: notifications.LikeMilestones
  notification_settings: notifications.NotificationSettings
  post_mutes: notifications.PostMutes
  unread_message_mails: notifications.UnreadMessageMails
  unread_message_search: notifications.UnreadMessageSearch
  people_search: people.PeopleSearch
  people_terms: people.PeopleTerms
  people_search_due: people.PeopleSearchDue
  projects: projects.Projects
  repositories: projects.Repositories
  team_members: projects.TeamMembers
  updates: projects.Updates
  follows: projects.Follows
  update_deliveries: projects.UpdateDeliveries
  update_mentions: projects.UpdateMentions
  roles: roles.Roles
  open_role_terms: roles.OpenRoleTerms
  availabilities: roles.Availabilities
  seeker_terms: roles.SeekerTerms
  join_requests: roles.JoinRequests
}
