import { randomUUID } from 'node:crypto'
import { registerHooks } from 'node:module'
import { TextDocument } from 'vscode-languageserver-textdocument'

// The packages import their schemas without `with { type: 'json' }`, which Node requires.
const hooks = registerHooks({
  load: (url, context, nextLoad) =>
    nextLoad(
      url,
      url.includes('/@actions/') && url.endsWith('.json')
        ? { ...context, importAttributes: { type: 'json' } }
        : context,
    ),
})
const { validate } = await import('@actions/languageservice')
hooks.deregister()

/** Returns the errors and warnings of GitHub's own language service for a workflow, without network access. */
export async function validateWorkflow(text: string): Promise<string[]> {
  // A new URI each time: the language service caches parsed workflows by URI.
  const document = TextDocument.create(`file:///${randomUUID()}.yml`, 'yaml', 1, text)
  const diagnostics = await validate(document)
  return diagnostics.map(({ message, range }) => {
    const problem = typeof message === 'string' ? message : message.value
    return `line ${range.start.line + 1}: ${problem}`
  })
}
