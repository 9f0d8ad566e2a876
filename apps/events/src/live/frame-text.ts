import { LIVE_NAMESPACE, type ServerToViewer } from '@portico/contracts/live';
import { PacketType } from 'socket.io-parser';

const NO_ROWS: ReadonlyMap<number, number> = new Map();

/** A serialized `LiveFrame`. */
export class FrameText {
  readonly text: string;

  /** @param rows `EventRow`s as JSON. @param rowsOf number of rows by organization. */
  constructor(
    rows: readonly string[],
    skipped: number,
    cursor: string,
    readonly rowsOf = NO_ROWS,
  ) {
    this.text = `{"rows":[${rows.join(',')}],"skipped":${skipped},"cursor":"${cursor}"}`;
  }
}

/** Messages that socket.io serializes. {@link packetOf} serializes frames. */
export type Sent = Omit<ServerToViewer, 'frame'>;

/** Engine.IO's packet type for messages. */
const MESSAGE = '4';

/**
 * Returns a frame as a socket.io packet, with its bytes on the wire. Unlike socket.io, does not search for binary data or serialize again.
 * The bytes are one buffer, because sending head and body separately takes a fifth more processor time.
 */
export function packetOf({ text }: FrameText) {
  const packet = `${PacketType.EVENT}${LIVE_NAMESPACE},["frame",${text}]`;
  return { text: packet, options: { compress: false, wsPreEncodedFrame: [toWebSocketMessage(MESSAGE + packet)] } };
}

/** A complete, unmasked text message (RFC 6455, 5.2). */
export function toWebSocketMessage(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const message = Buffer.allocUnsafe(head + length);
  message[0] = 0x81;
  message[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) message.writeUInt16BE(length, 2);
  if (head === 10) message.writeBigUInt64BE(BigInt(length), 2);
  message.write(text, head);
  return message;
}
