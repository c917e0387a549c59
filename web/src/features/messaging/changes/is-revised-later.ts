interface Revised {
  revisedAt?: string | undefined
}

/** Whether the first of two versions of a message is the newer one. */
export function isRevisedLater(one: Revised, other: Revised): boolean {
  return (one.revisedAt ?? '') > (other.revisedAt ?? '')
}
