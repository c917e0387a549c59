/**
 * The files to paste. Office programs add a picture of the copied text: then the text is meant, and there are none.
 * A file that was copied in a file manager comes with its name as the text.
 */
export function getPastedFiles(clipboard: DataTransfer): File[] {
  const files = [...clipboard.files]
  const text = clipboard.getData('text/plain').trim()
  const isNames = text.split(/[\r\n]+/).every((line) => files.some(({ name }) => name === line))
  return text === '' || isNames ? files : []
}
