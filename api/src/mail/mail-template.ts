import type { z } from 'zod'

/** A mail as it is read: one message in two forms. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** One kind of mail. Features write theirs; the mail room knows them only by name. */
export interface MailTemplate<Data> {
  name: string
  /** Links lead to `origin`, which is configuration, never to what a request says it is. */
  render: (data: Data, origin: string) => RenderedMail
}

/** What the worker needs of every template: it reads data that was written by an earlier process. */
export interface QueuedMailTemplate {
  name: string
  parseAndRender: (data: unknown, origin: string) => RenderedMail
}

export function defineMailTemplate<Data>(
  name: string,
  schema: z.ZodType<Data>,
  write: (data: Data, origin: string) => RenderedMail,
): MailTemplate<Data> & QueuedMailTemplate {
  return {
    name,
    render: write,
    parseAndRender: (data, origin) => write(schema.parse(data), origin),
  }
}
