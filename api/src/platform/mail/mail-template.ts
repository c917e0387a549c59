import type { z } from 'zod'

/** A rendered mail, as plain text and as HTML. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
  /** Where a POST of the mail program ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
}

/** One kind of mail. Features define their templates; the outbox refers to them by name. */
export interface MailTemplate<Data> {
  name: string
  /** `origin`, the base of all links, comes from the configuration, never from a request. */
  render: (data: Data, origin: string) => RenderedMail
}

/** A template as the worker uses it: the queued data comes from another process, so it is parsed first. */
export interface QueuedMailTemplate {
  name: string
  parseAndRender: (data: unknown, origin: string) => RenderedMail
}

export function defineMailTemplate<Data>(
  name: string,
  schema: z.ZodType<Data>,
  render: (data: Data, origin: string) => RenderedMail,
): MailTemplate<Data> & QueuedMailTemplate {
  return {
    name,
    render,
    parseAndRender: (data, origin) => render(schema.parse(data), origin),
  }
}
