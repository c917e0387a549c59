import { giveProof } from '@dolph/contract/accounts/accounts'
import { decideAppeal, decideCase, listCases, readCase } from '@dolph/contract/review/review'
import type { Case, CaseSummary } from '@dolph/contract/review/review'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, mockRefusal, mockReply } from '../../testing/fake-api.ts'
import {
  createCaseFixture,
  createCaseSummaryFixture,
} from '../../testing/fixtures/moderation-fixtures.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { Toasts } from '../../ui/overlays/toast.tsx'
import { lazyProofDialog, ProofPrompt } from '../accounts/proof/proof-prompt.tsx'
import { ReviewPage } from './review-page.tsx'

const FIRST = createCaseSummaryFixture()
const SECOND = createCaseSummaryFixture({
  _id: '0198c5a0-0000-7000-8000-0000000000c2',
  reason: 'spam',
  reportCount: 1,
  author: null,
})
const REASON = 'It asks for a deposit.'

beforeEach(() => setWide(true))

test('the queue lists reason, reports and author; its first case is open', async () => {
  openReview([FIRST, SECOND])
  const queue = within(await screen.findByRole('region', { name: 'Queue' }))
  const entries = await queue.findAllByRole('link')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Scam3 reports.*Post by bobEarn money/),
    expect.stringMatching(/^Spam1 report.*Post by Deleted User/),
  ])
  expect(entries[0]?.getAttribute('aria-current')).toBe('true')
  expect(await screen.findByRole('heading', { name: 'Post by bob' })).toBeTruthy()
  expect(screen.getByText('He asked me for a deposit')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'cleo' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'The author' }).textContent).toContain('Reports9')
})

test('a session without a second factor is led to the settings', async () => {
  mockRefusal(listCases, 403, {
    code: 'second-factor-needed',
    message: 'Set up a second factor to review.',
  })
  const viewer = createViewerFixture({ role: 'moderator' })
  renderRoutes([{ path: '/review', Component: ReviewPage }], '/review', viewer)
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Set up a second factor to review.' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to your settings' }).getAttribute('href')).toBe(
    '/settings#sign-in',
  )
  expect(screen.queryByRole('region', { name: 'Queue' })).toBeNull()
})

test('a case is decided by keyboard alone, with rule and reason, and the next one opens', async () => {
  const decided = mockDecision()
  const router = openReview([FIRST, SECOND])
  await screen.findByRole('heading', { name: 'Post by bob' })
  await userEvent.keyboard('3')
  expect(screen.getByRole('radio', { name: 'Limit posting', checked: true })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Please write a reason')).toBeTruthy()
  // Enter alone is a new line.
  await userEvent.keyboard(`${REASON}{Enter}{Backspace}`)
  expect(decided).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')

  await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${SECOND._id}`))
  expect(decided.map(({ body }) => body)).toEqual([
    { kind: 'limit-posting', rule: 'scam', text: REASON, days: 7 },
  ])
  expect(localStorage.length).toBe(0)
})

test('keeping needs a rule and a reason too, and has no days', async () => {
  const decided = mockDecision()
  openReview([FIRST])
  await screen.findByRole('heading', { name: 'Post by bob' })
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  expect(await screen.findByText('Please choose a decision')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Keep' }))
  await userEvent.type(screen.getByLabelText('Reason'), 'A real product.')
  await userEvent.click(screen.getByRole('button', { name: 'Decide: Keep' }))
  await waitFor(() =>
    expect(decided.map(({ body }) => body)).toEqual([
      { kind: 'keep', rule: 'scam', text: 'A real product.' },
    ]),
  )
})

test('J and K move through the queue, but not while a reason is typed', async () => {
  const router = openReview([FIRST, SECOND])
  await screen.findByRole('heading', { name: 'Post by bob' })
  await userEvent.keyboard('j')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${SECOND._id}`))
  expect(await screen.findByRole('heading', { name: 'Post by Deleted User' })).toBe(
    document.activeElement,
  )
  await userEvent.keyboard('jk')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${FIRST._id}`))
  await screen.findByRole('heading', { name: 'Post by bob' })
  await userEvent.keyboard('2jk')
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'jk')
  await userEvent.keyboard('{Escape}j')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${SECOND._id}`))
})

test('a case that was decided meanwhile says so, and the queue goes on', async () => {
  const router = openReview([FIRST, SECOND])
  mockRefusal(decideCase, 409, { code: 'conflict', message: 'This case was decided meanwhile.' })
  await screen.findByRole('heading', { name: 'Post by bob' })
  await userEvent.keyboard(`2${REASON}{Control>}{Enter}{/Control}`)
  expect(await screen.findAllByText('This case was decided meanwhile.')).not.toEqual([])
  await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${SECOND._id}`))
})

test('proof is asked for once, and the decision goes on by itself', async () => {
  await lazyProofDialog.loadAndWait()
  mockRefusal(decideCase, 403, { code: 'proof-needed', message: 'Please confirm that it is you.' })
  mockReply(giveProof, { success: true, message: 'Confirmed' })
  openReview([FIRST])
  await screen.findByRole('heading', { name: 'Post by bob' })
  await userEvent.keyboard(`2${REASON}{Control>}{Enter}{/Control}`)
  const password = await screen.findByLabelText('Password')
  const decided = mockDecision()
  await userEvent.type(password, 'Harbour1{Enter}')
  await waitFor(() => expect(decided).toHaveLength(1))
})

test('a button above a long case leads to the decision', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  openReview([FIRST])
  await screen.findByRole('heading', { name: 'Post by bob' })
  await userEvent.click(screen.getByRole('button', { name: 'Go to the decision' }))
  expect(scroll).toHaveBeenCalledOnce()
  expect(document.activeElement?.contains(screen.getByLabelText('Reason'))).toBe(true)
})

test('a moderator who may not decide reads why', async () => {
  openReview([FIRST], { cannotDecide: 'You blocked this member.' })
  expect(await screen.findByText('You blocked this member.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
})

test('an objection is answered with a reason', async () => {
  const appeal = { text: 'This is my own work!', createdAt: FIRST.openedAt, outcome: null }
  openReview([{ ...FIRST, state: 'appealed' }], { state: 'appealed', appeal }, '?state=appealed')
  const answers = mockReply(decideAppeal, { success: true, data: createCaseFixture() })
  expect(await screen.findByText('This is my own work!')).toBeTruthy()
  await userEvent.keyboard('2We were wrong.{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(answers.map(({ body }) => body)).toEqual([
      { outcome: 'taken-back', text: 'We were wrong.' },
    ]),
  )
})

test('the cover of a reported post is shown', async () => {
  const cover = { url: `/pictures/${'k'.repeat(43)}/1280x720.webp`, alt: 'A pile of gold' }
  openReview([FIRST], { context: { ...createCaseFixture().context, cover } })
  const picture = await screen.findByRole('img', { name: 'A pile of gold' })
  expect(picture.getAttribute('src')).toContain('/640x360.webp')
})

test('reported messages are shown as plain text with the reported one last', async () => {
  const messages = [
    { isByAuthor: false, content: 'Hi', createdAt: FIRST.openedAt },
    { isByAuthor: true, content: '<b>Send me</b> *money*', createdAt: FIRST.openedAt },
  ]
  const context = { title: '', text: '', postId: null, isHidden: false, cover: null, messages }
  openReview([FIRST], { subject: { kind: 'message', id: FIRST.subject.id }, context })
  const items = within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole(
    'listitem',
  )
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Reporter.*Hi$/),
    expect.stringMatching(/^bob.*Reported<b>Send me<\/b> \*money\*$/),
  ])
})

test('an empty queue thanks, and tells how long the oldest request to join waits', async () => {
  openReview([])
  expect(await screen.findByText('Nothing to review. Thank you.')).toBeTruthy()
  const waiting = screen.getByText(/^The oldest unanswered join request was sent/u)
  expect(waiting.textContent).toContain('3 days ago')
})

test('on a phone the queue leads to the case and back', async () => {
  setWide(false)
  const router = openReview([FIRST])
  await userEvent.click(await screen.findByRole('link', { name: /^Scam/ }))
  expect(await screen.findByRole('heading', { name: 'Post by bob' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Queue' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Queue' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/review'))
  expect(await screen.findByRole('region', { name: 'Queue' })).toBeTruthy()
})

function openReview(cases: CaseSummary[], fields: Partial<Case> = {}, search = '') {
  mockReply(listCases, {
    success: true,
    data: cases,
    nextCursor: null,
    oldestOpenAt: cases[0]?.openedAt ?? null,
    oldestWaitingRequestAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  })
  fakeApi.use(
    http.get(`*${readCase.url}`, ({ params }) => {
      const summary = cases.find(({ _id }) => _id === params['id'])
      return HttpResponse.json({
        success: true,
        data: { ...createCaseFixture(), ...summary, ...fields },
      })
    }),
  )
  const page = (
    <>
      <ReviewPage />
      <ProofPrompt />
      <Toasts />
    </>
  )
  const viewer = createViewerFixture({ role: 'moderator' })
  return renderRoutes([{ path: '/review/:id?', element: page }], `/review${search}`, viewer)
}

function mockDecision() {
  return mockReply(decideCase, { success: true, data: createCaseFixture({ state: 'decided' }) })
}

function setWide(isWide: boolean) {
  const media = { matches: isWide, addEventListener: vi.fn(), removeEventListener: vi.fn() }
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList)
}
