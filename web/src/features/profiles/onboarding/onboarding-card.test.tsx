import type { Viewer } from '@dolph/contract/accounts/viewer'
import {
  dismissOnboarding,
  saveOnboarding,
  type Onboarding,
} from '@dolph/contract/accounts/onboarding'
import { readOwnProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockDelayedReply, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createOwnProfileFixture } from '../../../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { OnboardingCard } from './onboarding-card.tsx'

describe('the first steps', () => {
  test('add the named skills to those of the profile, and ask the next question', async () => {
    const profile = createOwnProfileFixture({ skills: ['Rust'] })
    mockReply(readOwnProfile, { success: true, data: profile })
    const updates = mockReply(updateProfile, { success: true, message: 'ok', data: profile })
    const saved = answerSave({ step: 'goal', goal: null })
    openCard({ step: 'skills', goal: null })

    expect(screen.getByText('Welcome! Question 1 of 3')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Skills'), 'rust{Enter}TypeScript')
    await press('Save and continue')

    await screen.findByRole('heading', { name: 'What are you here for?' })
    expect(updates.map(({ body }) => body)).toEqual([{ skills: ['Rust', 'TypeScript'] }])
    expect(saved.map(({ body }) => body)).toEqual([{ step: 'goal', goal: null }])
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'First steps' }))
  })

  test('cannot be skipped while the skills are being saved', async () => {
    const profile = createOwnProfileFixture({ skills: [] })
    mockReply(readOwnProfile, { success: true, data: profile })
    const release = mockDelayedReply(updateProfile, () => ({
      success: true,
      message: 'ok',
      data: profile,
    }))
    const saved = answerSave({ step: 'goal', goal: null })
    openCard({ step: 'skills', goal: null })
    await userEvent.type(screen.getByLabelText('Skills'), 'Rust')
    await press('Save and continue')
    expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
    release()
    await screen.findByRole('heading', { name: 'What are you here for?' })
    expect(screen.getByRole('button', { name: 'Skip' })).toBeTruthy()
    expect(saved).toHaveLength(1)
  })

  test('can be skipped one by one, and end when nothing was chosen', async () => {
    const saved = answerSave(null)
    openCard({ step: 'picture', goal: null })
    await press('Skip')
    await screen.findByText('No card')
    expect(saved.map(({ body }) => body)).toEqual([{ step: 'next', goal: null }])
  })

  test('ask for no picture where there is one', async () => {
    const saved = answerSave({ step: 'next', goal: 'show' })
    openCard({ step: 'goal', goal: null }, { profilePicture: '/pictures/a.webp' })
    await press(/^Show a project/)
    await screen.findByText('Your next step')
    expect(saved.map(({ body }) => body)).toEqual([{ step: 'next', goal: 'show' }])
  })

  test.each([
    ['show', ['/posts/create']],
    ['find-people', ['/posts/create?type=seeking-contributors']],
    ['join', ['/roles', '/profile']],
  ] as const)('with the goal %s lead to %j', (goal, paths) => {
    openCard({ step: 'next', goal })
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(paths)
  })

  test('are dismissed for good', async () => {
    const calls = mockReply(dismissOnboarding, { success: true, data: null })
    openCard({ step: 'skills', goal: null })
    await press('Dismiss permanently')
    await screen.findByText('No card')
    await waitFor(() => expect(calls).toHaveLength(1))
  })

  test('stay where they were, with a toast, when an answer could not be saved', async () => {
    mockRefusal(saveOnboarding, 503, { code: 'unavailable', message: 'Later' })
    openCard({ step: 'goal', goal: null })
    await press(/^Join a project/)
    expect(await screen.findAllByText('Later')).not.toEqual([])
    expect(screen.getByRole('heading', { name: 'What are you here for?' })).toBeTruthy()
  })
})

function answerSave(data: Onboarding | null) {
  return mockReply(saveOnboarding, { success: true, data })
}

function openCard(onboarding: Onboarding, fields: Partial<Viewer> = {}) {
  renderPage(<Card />, '/posts', createViewerFixture({ ...fields, onboarding }))
}

function Card() {
  const onboarding = useViewer()?.onboarding
  return onboarding ? <OnboardingCard onboarding={onboarding} /> : <p>No card</p>
}

async function press(name: string | RegExp) {
  await userEvent.click(screen.getByRole('button', { name }))
}
