import { getViewer } from '@dolph/contract/accounts/viewer'
import { createReport, type ReportDraft, type Subject } from '@dolph/contract/moderation/moderation'
import { decideCase, listCases, type DecisionDraft } from '@dolph/contract/review/review'
import type { Role } from '../platform/http/staff-role.ts'
import { createPostFixture } from './fixtures.ts'
import { proveMember, signInNewMember } from './sign-up-member.ts'
import { startApp } from './start-app.ts'

export type ReviewApp = Awaited<ReturnType<typeof startReviewApp>>
export type ReviewMember = ReviewApp['ada']

/** Starts an app with relaxed limits, a post by ada, bob and carla to report it, and the moderators mia and max, with proof. */
export async function startReviewApp(options: Parameters<typeof startApp>[0] = {}) {
  const api = await startApp({ env: { LIMITS: 'relaxed' }, ...options })

  async function signIn(userName: string) {
    const browser = await signInNewMember(api, userName)
    const { _id } = await browser.call(getViewer, {})
    return {
      ...browser,
      id: _id,
      async report(subject: Subject, fields: Partial<ReportDraft> = {}) {
        const body = { subject, reason: 'spam' as const, ...fields }
        return (await browser.call(createReport, { body })).data
      },
      /** Decides a case and returns the reply, refused or not. */
      async decide(id: string, fields: Partial<DecisionDraft> = {}) {
        const body = {
          kind: 'hide' as const,
          rule: 'spam' as const,
          text: 'It is an ad.',
          ...fields,
        }
        return browser.send(decideCase, { params: { id }, body })
      },
    }
  }

  async function signInStaff(userName: string, role: Role) {
    const member = await signIn(userName)
    await api.db.insertInto('staff').values({ member_id: member.id, role }).execute()
    await proveMember(member)
    return member
  }

  const [ada, bob, carla] = [await signIn('ada'), await signIn('bob'), await signIn('carla')]
  const [mia, max] = [await signInStaff('mia', 'moderator'), await signInStaff('max', 'moderator')]
  const post = await createPostFixture(api.db, ada.id, { body: 'Buy **pills** now' })
  return {
    ...api,
    ada,
    bob,
    carla,
    mia,
    max,
    signIn,
    signInStaff,
    post: { kind: 'post' as const, id: post },
    findOpenCase,
    /** Opens a case by a report of bob, by default about a new post by ada. */
    async openCase({ subject, ...fields }: Partial<ReportDraft> = {}) {
      const reported = subject ?? {
        kind: 'post' as const,
        id: await createPostFixture(api.db, ada.id),
      }
      await bob.report(reported, fields)
      return { subject: reported, caseId: await findOpenCase(reported) }
    },
  }

  /** The id of the open case about a subject. */
  async function findOpenCase(subject: Subject): Promise<string> {
    const { data } = await mia.call(listCases, { querystring: {} })
    const found = data.find((each) => each.subject.id === subject.id)
    if (!found) throw new Error(`There is no open case about ${subject.kind} ${subject.id}`)
    return found._id
  }
}
