import { onTestFinished, vi } from 'vitest'

/** Replaces layout and canvas, which the test DOM lacks: every picture has this size, and each drawn crop is recorded. */
export function fakePictures({ width = 1200, height = 800, isReadable = true } = {}) {
  const drawn: { from: number[]; side: number }[] = []
  const revoked: string[] = []

  let count = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:picture-${(count += 1)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))

  stubProperty(HTMLImageElement.prototype, 'decode', {
    value: () => (isReadable ? Promise.resolve() : Promise.reject(new Error('Broken'))),
  })
  stubProperty(HTMLImageElement.prototype, 'complete', { get: () => true })
  stubProperty(HTMLImageElement.prototype, 'naturalWidth', { get: () => width })
  stubProperty(HTMLImageElement.prototype, 'naturalHeight', { get: () => height })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 200))

  stubProperty(HTMLCanvasElement.prototype, 'getContext', {
    value: () => ({
      drawImage: (_: unknown, x: number, y: number, from: number, ...rest: number[]) =>
        drawn.push({ from: [x, y, from], side: rest[3] ?? 0 }),
    }),
  })
  stubProperty(HTMLCanvasElement.prototype, 'toBlob', {
    value: (callback: (blob: Blob) => void, type: string) =>
      callback(new Blob(['picture'], { type })),
  })
  return { drawn, revoked }
}

function stubProperty(owner: object, name: string, property: PropertyDescriptor) {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { configurable: true, ...property })
  onTestFinished(() => {
    if (before) Object.defineProperty(owner, name, before)
    else Reflect.deleteProperty(owner, name)
  })
}
