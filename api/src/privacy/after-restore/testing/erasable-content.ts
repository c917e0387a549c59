import { randomBytes } from 'node:crypto'
import { deleteAccount, forgotPassword, logOut } from '@dolph/contract/accounts/accounts'
import { removePasskey } from '@dolph/contract/accounts/passkeys'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { createComment, deleteComment } from '@dolph/contract/comments/comments'
import { addReaction, deleteMessage } from '@dolph/contract/messaging/message-changes'
import { deleteConversation, sendMessage } from '@dolph/contract/messaging/messaging'
import { createPost, deletePost, editPost } from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { sendRoomMessage } from '@dolph/contract/rooms/rooms'
import { createRole, deleteRole } from '@dolph/contract/roles/roles'
import { deleteUpdate, postUpdate } from '@dolph/contract/updates/updates'
import { sql } from 'kysely'
import { deleteOldMessagePictures } from '../../../features/messaging/pictures/message-pictures.ts'
import { deleteUnreadableRooms } from '../../../features/rooms/delete-rooms.ts'
import type { Browser } from '../../../testing/browser.ts'
import { createNoisePicture } from '../../../testing/pictures/picture-bytes.ts'
import {
  extractPictureKey,
  uploadPictureFile,
} from '../../../testing/pictures/upload-picture-file.ts'
import { PASSWORD, proveMember, signInNewMember } from '../../../testing/sign-up-member.ts'
import type { startApp } from '../../../testing/start-app.ts'

type Api = Awaited<ReturnType<typeof startApp>>

/** A word that everything to be erased contains and nothing else does. */
export const SECRET_WORD = 'quixotry'

export type ErasableContent = Awaited<ReturnType<typeof createErasableContent>>

/** One of each kind that can be erased, all with the secret word, beside what stays. */
export async function createErasableContent(api: Api) {
  const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
  const leaver = await signInNewMember(api, SECRET_WORD)
  const [adaId, bobId] = [await getId(ada), await getId(bob)]
  const photo = await createNoisePicture(640, 400).jpeg().toBuffer()
  const upload = async (browser: Browser, kind: 'profile' | 'cover' | 'message') =>
    (await uploadPictureFile(browser, photo, { kind })).json<{ url: string }>().url

  const profilePicture = await upload(ada, 'profile')
  await ada.call(updateProfile, { body: { profilePicture } })
  const cover = { url: await upload(ada, 'cover'), alt: `A ${SECRET_WORD}` }
  const kept = await writePost(ada, { title: 'Tide clock', cover })
  const postCover = { url: await upload(ada, 'cover'), alt: '' }
  const post = await writePost(ada, { title: `A ${SECRET_WORD} post`, cover: postCover })
  await addComment(bob, post, `On a ${SECRET_WORD} post`)
  await sql`insert into team_members (post_id, member_id, role_title) values (${post}, ${bobId}, 'Tester')`.execute(
    api.db,
  )
  const { id: room } = await api.db.selectFrom('rooms').select('id').executeTakeFirstOrThrow()
  await bob.call(sendRoomMessage, { params: { id: room }, body: { content: SECRET_WORD } })
  const comment = await addComment(bob, kept, `A ${SECRET_WORD} comment`)
  const answered = await addComment(bob, kept, `An answered ${SECRET_WORD}`)
  await addComment(ada, kept, 'An answer that stays', answered)
  const params = { id: kept }
  const { data: update } = await ada.call(postUpdate, { params, body: { body: SECRET_WORD } })
  const { data: role } = await ada.call(createRole, {
    params,
    body: {
      title: SECRET_WORD,
      about: '',
      skills: ['React'],
      mustSkills: [],
      reward: 'unpaid',
      hours: { from: 4, to: 8 },
      term: 'months',
      zone: null,
      zoneSpread: null,
      rewardNote: '',
      seats: 1,
    },
  })
  const { _id: message } = await ada.call(sendMessage, {
    body: { recipientId: bobId, content: `A ${SECRET_WORD} message` },
  })
  await bob.call(addReaction, { params: { id: message, kind: 'laugh' } })
  await ada.call(sendMessage, { body: { recipientId: bobId, content: 'Cleared by Bob' } })

  const leaverPicture = await upload(leaver, 'profile')
  await leaver.call(updateProfile, {
    body: { profilePicture: leaverPicture, bio: `I am ${SECRET_WORD}` },
  })
  await writePost(leaver, { title: `Mine: ${SECRET_WORD}` })
  await addComment(leaver, kept, `${SECRET_WORD} was here`)
  // A job that waits for a mail has the email in its payload.
  await leaver.call(forgotPassword, { body: { email: `${SECRET_WORD}@example.test` } })
  const unsent = await upload(ada, 'message')
  const passkey = await api.db
    .insertInto('passkeys')
    .values({
      member_id: adaId,
      credential_id: randomBytes(32),
      public_key: randomBytes(77),
      counter: 0,
      is_backed_up: false,
      name: SECRET_WORD,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pictures = [profilePicture, cover.url, postCover.url, leaverPicture, unsent]
  return {
    ada,
    bob,
    leaver,
    adaId,
    bobId,
    kept,
    post,
    comment,
    answered,
    message,
    update: update._id,
    role: role._id,
    passkey: passkey.id,
    pictureKeys: pictures.map((url) => extractPictureKey({ body: url })),
  }
}

/** Erases all of it as members do, and logs Bob out, in the app that runs now. */
export async function eraseContent(api: Api, content: ErasableContent): Promise<void> {
  const ada = continueIn(api, content.ada)
  const bob = continueIn(api, content.bob)
  const leaver = continueIn(api, content.leaver)
  await ada.call(updateProfile, { body: { profilePicture: '' } })
  await ada.call(editPost, { params: { id: content.kept }, body: { cover: null } })
  await ada.call(deletePost, { params: { id: content.post } })
  // Thirty days later.
  await sql`update rooms set readable_until = now() - interval '1 second' where post_id = ${content.post}`.execute(
    api.db,
  )
  await deleteUnreadableRooms(api.db)
  // A day later.
  await sql`update message_pictures set uploaded_at = now() - interval '25 hours'`.execute(api.db)
  await deleteOldMessagePictures(api.db)
  await bob.call(deleteComment, { params: { id: content.comment } })
  await bob.call(deleteComment, { params: { id: content.answered } })
  await ada.call(deleteUpdate, { params: { id: content.update } })
  await ada.call(deleteRole, { params: { id: content.role } })
  await ada.call(deleteMessage, { params: { id: content.message } })
  await proveMember(ada)
  await ada.call(removePasskey, { params: { id: content.passkey } })
  await bob.call(deleteConversation, { params: { userId: content.adaId } })
  await leaver.call(deleteAccount, { body: { password: PASSWORD } })
  await bob.call(logOut, {})
}

/** The same browser, with its cookies, at another app. */
export function continueIn(api: Api, { cookies }: Browser): Browser {
  const browser = api.browser()
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}

async function getId(browser: Browser): Promise<string> {
  return (await browser.call(getViewer, {}))._id
}

async function writePost(
  browser: Browser,
  fields: { title: string; cover?: { url: string; alt: string } },
): Promise<string> {
  const body = { type: 'showcase' as const, body: 'For the kitchen wall', ...fields }
  return (await browser.call(createPost, { body })).data._id
}

async function addComment(
  browser: Browser,
  postId: string,
  content: string,
  parentId?: string,
): Promise<string> {
  const body = { postId, content, ...(parentId !== undefined && { parentId }) }
  return (await browser.call(createComment, { body })).data._id
}
