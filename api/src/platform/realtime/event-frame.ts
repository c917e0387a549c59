const FINAL_TEXT_FRAME = 0x81
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127

/** An event and its WebSocket frame (RFC 6455, 5.2), which is built once for all sockets that get it: frames of a server have no mask. */
export class EventFrame {
  readonly event: string
  #bytes: Buffer | undefined

  constructor(event: string) {
    this.event = event
  }

  get bytes(): Buffer {
    return (this.#bytes ??= buildTextFrame(this.event))
  }
}

function buildTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const lengthBytes = length < LENGTH_IN_2_BYTES ? 0 : length < 0x1_00_00 ? 2 : 8
  const headerLength = 2 + lengthBytes
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = FINAL_TEXT_FRAME
  frame[1] = lengthBytes === 0 ? length : lengthBytes === 2 ? LENGTH_IN_2_BYTES : LENGTH_IN_8_BYTES
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2)
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, headerLength)
  return frame
}
