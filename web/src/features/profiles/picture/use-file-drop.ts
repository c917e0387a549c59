import { useState, type DragEvent } from 'react'

/** Makes an element a place to drop a file on. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const dropProps = {
    onDragEnter: onDragOver,
    onDragOver,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // Moving onto something inside is not leaving.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) onFile(file)
    },
  }
  return { isOver, dropProps }
}
