import { useState, type DragEvent } from 'react'

/** Makes the element with `dropProps` a drop target for files. */
export function useFileDrop(onFiles: (files: [File, ...File[]]) => void) {
  const [isDragOver, setIsDragOver] = useState(false)

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsDragOver(true)
  }
  const dropProps = {
    onDragEnter: onDragOver,
    onDragOver,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // Entering a child element also fires dragleave.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
        setIsDragOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsDragOver(false)
      const [file, ...others] = event.dataTransfer.files
      // The browser handles a dropped text.
      if (!file) return
      event.preventDefault()
      onFiles([file, ...others])
    },
  }
  return { isDragOver, dropProps }
}
