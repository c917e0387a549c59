import { setTimeout as wait } from 'node:timers/promises'
import { buildMultipartForm, UPLOAD_TARGETS } from '@dolph/api/testing/pictures/upload-picture-file'
import { createNoisePicture } from '@dolph/api/testing/pictures/picture-bytes'
import { callApi, sendRequest, type ApiSession } from '../call-api.ts'
import type { WriteHistory, WriteKind, WriteRecord } from './write-history.ts'

const RETRY_MS = 1_000
const GIVE_UP_MS = 120_000
const PASSWORD = 'Correct horse 7'
/** The pause between two writes of a kind. Uploads and sign-ups cost most: a decoder process and a password hash each. */
const PAUSE_MS: Record<WriteKind, number> = {
  post: 500,
  like: 250,
  comment: 500,
  upload: 3_000,
  'sign-up': 3_000,
}

interface Attempt {
  status: number
  body: unknown
}

/** Members who post, like, comment, upload and sign up, each write repeated with its key until it is acknowledged. */
export class MemberWrites {
  readonly #sessions: ApiSession[]
  readonly #history: WriteHistory
  readonly #pauseFactor: number
  #isStopped = true
  #loops: Promise<void>[] = []
  #picture: Buffer | undefined

  /** Pauses are `pauseFactor` times as long as on a quiet machine. */
  constructor(sessions: ApiSession[], history: WriteHistory, pauseFactor: number) {
    this.#sessions = sessions
    this.#history = history
    this.#pauseFactor = pauseFactor
  }

  async start(): Promise<void> {
    this.#picture ??= await createNoisePicture(60, 40).png().toBuffer()
    this.#isStopped = false
    const write: Record<WriteKind, () => Promise<void>> = {
      post: () => this.#writePost(),
      like: () => this.#likePost(),
      comment: () => this.#writeComment(),
      upload: () => this.#uploadPicture(),
      'sign-up': () => this.#signUp(),
    }
    this.#loops = (Object.keys(write) as WriteKind[]).map(async (kind) => {
      while (!this.#isStopped) {
        await write[kind]()
        await wait(PAUSE_MS[kind] * this.#pauseFactor)
      }
    })
  }

  /** Starts no further writes and waits until those under way are settled. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#loops)
  }

  async #writePost(): Promise<void> {
    const record = this.#record('post')
    const body = { title: record.key, type: 'showcase', body: 'Written while a part fails.' }
    await this.#create(record, '/api/posts', body)
  }

  async #writeComment(): Promise<void> {
    const post = pickRandom(this.#history.acknowledged('post'))
    if (!post) return
    const record = this.#record('comment')
    await this.#create(record, '/api/comments', { postId: post.id, content: record.key })
  }

  async #create(record: WriteRecord, path: string, content: object): Promise<void> {
    const session = this.#pickSession()
    const body = { ...content, tempId: `temp-${crypto.randomUUID()}` }
    await this.#repeat(record, () => callApi(session, 'POST', path, body))
  }

  /** A repeated like changes nothing: the call says how it should be. */
  async #likePost(): Promise<void> {
    const post = pickRandom(this.#history.acknowledged('post'))
    const session = this.#pickSession()
    if (!post) return
    const member = this.#sessions.indexOf(session)
    const record = this.#history.recordWrite('like', `${post.id} by ${member}`)
    const path = `/api/posts/${post.id}/like`
    await this.#repeat(record, () => callApi(session, 'POST', path, { liked: true }))
  }

  /** The name of the picture is its key, which only the reply tells. */
  async #uploadPicture(): Promise<void> {
    const { url, field } = UPLOAD_TARGETS.text
    const { body, type } = buildMultipartForm({
      field,
      filename: 'me.png',
      type: 'image/png',
      bytes: this.#picture ?? Buffer.alloc(0),
    })
    const session = this.#pickSession()
    const record = this.#record('upload')
    await this.#repeat(record, () => sendRequest(session, 'POST', url, { type, bytes: body }))
  }

  /** 409 to a repeated attempt: an earlier one without a reply has reserved the username. */
  async #signUp(): Promise<void> {
    const name = `ha-${crypto.randomUUID().slice(0, 13)}`
    const email = `${name}@example.test`
    const names = { firstName: 'Chaos', lastName: 'Member', Email: email, userName: name }
    const form = { ...names, Password: PASSWORD, confirmPassword: PASSWORD }
    const session = this.#pickSession()
    const visitor: ApiSession = { ...session, cookie: '', csrf: '' }
    // A conflict is an answer here, so the log of statuses does not see it.
    const { onResponse } = session
    visitor.onResponse = (response) => {
      if (response.status !== 409) onResponse?.(response)
    }
    const record = this.#history.recordWrite('sign-up', email)
    await this.#repeat(record, async () => {
      const reply = await callApi(visitor, 'POST', '/api/users/signup', form)
      return reply.status === 409 ? { ...reply, status: 200 } : reply
    })
  }

  async #repeat(record: WriteRecord, send: () => Promise<Attempt>): Promise<void> {
    const deadline = performance.now() + GIVE_UP_MS
    while (performance.now() < deadline) {
      const { status, body } = await send()
      if (status >= 200 && status < 300) {
        if (record.kind === 'upload') record.key = readPictureKey(body)
        record.id = readId(body)
        record.outcome = 'acknowledged'
        return
      }
      await wait(RETRY_MS)
    }
    record.outcome = 'given up'
  }

  #record(kind: WriteKind): WriteRecord {
    return this.#history.recordWrite(kind, `ha ${kind} ${this.#history.writes.length}`)
  }

  #pickSession(): ApiSession {
    const session = pickRandom(this.#sessions)
    if (!session) throw new Error('There are no members')
    return session
  }
}

function pickRandom<T>(items: T[]): T | undefined {
  return items[Math.floor(Math.random() * items.length)]
}

function readId(body: unknown): string | null {
  const reply = body as { _id?: string; data?: { _id?: string } }
  return reply._id ?? reply.data?._id ?? null
}

function readPictureKey(body: unknown): string {
  return /pictures\/(?<key>[^/]+)/.exec(JSON.stringify(body))?.groups?.['key'] ?? ''
}
