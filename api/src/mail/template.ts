import type { z } from 'zod'

/** A mail as it is read: one message in two forms. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** One kind of mail. Features write theirs; the mail room knows them only by name. */
export interface MailTemplate<Data> {
  name: string
  /** Links lead to `origin`, which is configuration, never to what a request says it is. */
  write: (data: Data, origin: string) => Letter
}

/** What the worker needs of every template: it reads data that was written by an earlier process. */
export interface WaitingTemplate {
  name: string
  read: (data: unknown, origin: string) => Letter
}

export function mailTemplate<Data>(
  name: string,
  schema: z.ZodType<Data>,
  write: (data: Data, origin: string) => Letter,
): MailTemplate<Data> & WaitingTemplate {
  return { name, write, read: (data, origin) => write(schema.parse(data), origin) }
}
