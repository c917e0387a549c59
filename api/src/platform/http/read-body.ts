/** The beginning of a body as text; what follows is not received. */
export async function readBody(reply: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of reply.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop cancels the body.
    if (length > maxBytes) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes))
}
