/** Asks the member to prove that it is them; resolves with whether they did. */
type ProofPrompt = () => Promise<boolean>

let prompt: ProofPrompt | undefined
let pendingProof: Promise<boolean> | undefined

/** Sets what asks for proof; returns a function that removes it. */
export function setProofPrompt(next: ProofPrompt): () => void {
  prompt = next
  return () => {
    if (prompt === next) prompt = undefined
  }
}

/** Concurrent calls share one prompt. On a page without one, nothing is proved. */
export async function requestProof(): Promise<boolean> {
  pendingProof ??= prompt?.().finally(() => {
    pendingProof = undefined
  })
  return pendingProof ?? false
}
