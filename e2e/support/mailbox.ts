import { expect } from '@playwright/test'
import { PORTS } from './ports.ts'

interface Mail {
  subject: string
  text: string
}

/** Waits for `count` emails to this address and returns the newest. */
export async function waitForMail(address: string, count = 1): Promise<Mail> {
  const url = `http://127.0.0.1:${PORTS.mailbox}/api/mails?to=${encodeURIComponent(address)}`
  let mails: Mail[] = []
  await expect
    .poll(
      async () => {
        mails = (await (await fetch(url)).json()) as Mail[]
        return mails.length
      },
      { timeout: 15_000, message: `${count} mails to ${address}` },
    )
    .toBeGreaterThanOrEqual(count)
  return mails[0] ?? { subject: '', text: '' }
}

export function extractCode({ text }: Mail): string {
  // A made-up address in the text may end in six digits too.
  return /(?<![\w-])\d{6}\b/.exec(text)?.[0] ?? ''
}

export function extractLink({ text }: Mail, page: string): string {
  return new RegExp(`https?://\\S*${page}/[\\w-]+`).exec(text)?.[0] ?? ''
}
