import type { Browser } from '@playwright/test'
import { signInNewMember } from '../support/members.ts'
import { ORIGIN } from '../support/ports.ts'
import { startFaultProxy, type Fault, type FaultRule } from './fault-proxy.ts'

/** Lets the first request for this path meet a fault, and forwards everything else. */
export function failFirst(path: string, fault: Fault, method = 'GET'): FaultRule {
  return (request) => {
    const isMeant = request.method === method && request.path === path
    return isMeant && request.count === 1 ? fault : null
  }
}

/** Opens a page of a visitor whose requests go through a proxy with this rule; `await using` closes the proxy. */
export async function openFaultyPage(browser: Browser, rule: FaultRule) {
  const proxy = await startFaultProxy({ target: ORIGIN })
  proxy.setRule(rule)
  const context = await browser.newContext({ baseURL: proxy.origin })
  const page = await context.newPage()
  return { proxy, context, page, [Symbol.asyncDispose]: proxy.close }
}

/** The same for a new member. */
export async function openFaultyMemberPage(browser: Browser, rule: FaultRule) {
  const faulty = await openFaultyPage(browser, rule)
  return { ...faulty, member: await signInNewMember(faulty.context, 'ada') }
}
