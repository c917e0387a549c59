/** The `{ success: true, … }` envelope that the contract's replies carry. */
export function buildSuccessBody<T extends object>(fields: T) {
  return { success: true as const, ...fields }
}
