const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** A post of this installation, or one of its roles. */
export interface LinkedPost {
  post: string
  role: string | null
}

/** The first post or role of this installation to which a text links; null for most texts. */
export function findLinkedPost(text: string, origin: string): LinkedPost | null {
  // Most texts have no link, and are not searched with a pattern.
  if (!text.includes(origin)) return null
  const link = new RegExp(
    String.raw`${RegExp.escape(origin)}/(?:posts|p)/(${ID})(?![\w-])(?:\?role=(${ID})(?![\w-]))?`,
  )
  const [, post, role = null] = link.exec(text) ?? []
  return post === undefined ? null : { post, role }
}
