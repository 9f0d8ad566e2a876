import { LIVE_NAMESPACE, type ServerToViewer } from '@portico/contracts/live';
import { PacketType } from 'socket.io-parser';

const NO_ROWS: ReadonlyMap<number, number> = new Map();

/** A `LiveFrame` that is text already, of rows that were each written once, whatever frames they go into. */
export class FrameText {
  readonly text: string;

  /**
   * @param rows each an `EventRow` as JSON.
   * @param rowsOf how many of them each organization has.
   */
  constructor(
    rows: readonly string[],
    skipped: number,
    cursor: string,
    readonly rowsOf = NO_ROWS,
  ) {
    this.text = `{"rows":[${rows.join(',')}],"skipped":${skipped},"cursor":"${cursor}"}`;
  }
}

/** What goes through socket.io as it is; a frame is written by {@link packetOf}. */
export type Sent = Omit<ServerToViewer, 'frame'>;

/** A frame as socket.io's packet, and the same as it goes over the wire. */
export type FramePacket = { text: string; options: { compress: boolean; wsPreEncodedFrame: Buffer[] } };

/** Engine.IO's mark of a message. */
const MESSAGE = '4';

/**
 * As socket.io would write it, but a frame is neither searched for bytes nor serialized again, and stands in one buffer: a socket
 * that is given head and body apart takes a fifth more of the processor.
 */
export function packetOf({ text }: FrameText): FramePacket {
  const packet = `${PacketType.EVENT}${LIVE_NAMESPACE},["frame",${text}]`;
  return { text: packet, options: { compress: false, wsPreEncodedFrame: [toWebSocketMessage(MESSAGE + packet)] } };
}

/** One unmasked, whole text message (RFC 6455, 5.2). */
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
