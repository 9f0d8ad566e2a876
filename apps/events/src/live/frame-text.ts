import type { ServerToViewer } from '@portico/contracts/live';
import { Encoder, type Packet, PacketType } from 'socket.io-parser';

/** A `LiveFrame` that is text already, of rows that were each written once, whatever frames they go into. */
export class FrameText {
  readonly text: string;

  /** @param rows each an `EventRow` as JSON. */
  constructor(rows: readonly string[], skipped: number, cursor: string) {
    this.text = `{"rows":[${rows.join(',')}],"skipped":${skipped},"cursor":"${cursor}"}`;
  }
}

/** What the server hands to the sockets: a viewer gets a frame as the contract says. */
export type Sent = Omit<ServerToViewer, 'frame'> & { frame: (frame: FrameText) => void };

/** Writes everything as socket.io does, but a frame as the text that it is: neither searched for bytes nor serialized again. */
export class FrameEncoder extends Encoder {
  override encode(packet: Packet): string[] | Buffer[] {
    const data: unknown = packet.data;
    const [name, frame]: unknown[] = packet.type === PacketType.EVENT && Array.isArray(data) ? data : [];
    return frame instanceof FrameText
      ? [`${packet.type}${packet.nsp},["${String(name)}",${frame.text}]`]
      : super.encode(packet);
  }
}
