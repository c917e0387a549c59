/** What stands in the text for a picture that is being uploaded. */
export function createUploadMark(fileName: string, number: number): string {
  const name = fileName.replaceAll(/[^\p{L}\p{N}. _-]/gu, '').slice(0, 40)
  return `![Uploading ${number}: ${name}]()`
}

/** Removes the marks of uploads that do not run any more: a reload has ended them, or undo has brought the mark back. */
export function removeUploadMarks(body: string): string {
  return body.replaceAll(/!\[Uploading \d+: [^\]\n]*\]\(\)\n{0,2}/g, '')
}
