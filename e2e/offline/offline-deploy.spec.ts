import type { Page } from '@playwright/test'
import { signInNewMember } from '../support/members.ts'
import { expect, testIgnoringConsole as test } from '../support/base-test.ts'

test.use({ serviceWorkers: 'allow' })

const EARLIER_ASSET = '/assets/part-of-an-earlier-version.js'

test('assets of an earlier version stay available after a deploy, online and offline', async ({
  page,
  context,
}) => {
  await signInNewMember(context, 'ada')
  await page.goto('/my-posts')
  await waitForServiceWorker(page)
  await page.evaluate(async (url) => {
    const name = (await caches.keys()).find((each) => each.includes('precache')) ?? ''
    const headers = { 'content-type': 'text/javascript' }
    await (await caches.open(name)).put(url, new Response('export {}', { headers }))
    await (await navigator.serviceWorker.ready).unregister()
  }, EARLIER_ASSET)

  // The reload installs the current version beside the earlier asset, like a deploy.
  await page.reload()
  await waitForServiceWorker(page)
  await expect.poll(() => findCachesHoldingAsset(page)).toEqual(['assets'])
  expect(await fetchAssetStatus(page)).toBe(200)
  await context.setOffline(true)
  expect(await fetchAssetStatus(page)).toBe(200)
})

async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** The names of the caches that contain the asset. */
async function findCachesHoldingAsset(page: Page): Promise<string[]> {
  return page.evaluate(async (url) => {
    const names = await caches.keys()
    const matches = await Promise.all(
      names.map(async (name) => (await caches.open(name)).match(url)),
    )
    return names.filter((_, index) => matches[index])
  }, EARLIER_ASSET)
}

async function fetchAssetStatus(page: Page): Promise<number> {
  return page.evaluate(async (url) => (await fetch(url)).status, EARLIER_ASSET)
}
