import { useState, type DragEvent } from 'react'

/** Makes the element with `dropProps` a drop target for a file. */
export function useFileDrop(onFile: (file: File) => void) {
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
      event.preventDefault()
      setIsDragOver(false)
      const [file] = event.dataTransfer.files
      if (file) onFile(file)
    },
  }
  return { isDragOver, dropProps }
}
