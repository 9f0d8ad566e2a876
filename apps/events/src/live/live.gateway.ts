import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LIVE_NAMESPACE } from '@portico/contracts/live';
import { readGauge } from '@portico/service';
import { LiveServer } from '@portico/service/live';
import { ReadLog } from '../audit/read-log.ts';
import { Directory } from '../directory/directory.ts';
import { packetOf } from './frame-text.ts';
import { LiveFeed } from './live-feed.ts';
import { frames } from './live-metrics.ts';
import { RejectedWatch } from './rejected-watch.ts';
import type { Connection } from './subscription.ts';
import { Viewer } from './viewer.ts';

const MAX_MESSAGE_BYTES = 16 * 1024;

/** Creates a viewer for each signed-in socket, and sends the feed's messages to many viewers at once. */
@Injectable()
export class LiveGateway implements OnApplicationBootstrap {
  constructor(
    private readonly server: LiveServer,
    private readonly directory: Directory,
    private readonly feed: LiveFeed,
    private readonly rejected: RejectedWatch,
    private readonly reads: ReadLog,
  ) {}

  onApplicationBootstrap(): void {
    const { server, directory, feed, rejected, reads } = this;
    const namespace = server.open({
      namespace: LIVE_NAMESPACE,
      maxMessageBytes: MAX_MESSAGE_BYTES,
      welcome: (socket) => {
        const viewer = new Viewer(socket, { server, feed, rejected, directory, reads });
        return (former) => viewer.renew(former);
      },
    });
    readGauge('portico_live_viewers', 'Live connections with a valid token', [], async () => [
      { value: namespace.sockets.size },
    ]);
    // Each socket has a room of its own. Sends to many of these rooms at once, so that socket.io serializes a message only once.
    const to = (connections: readonly Connection[]) => namespace.to(connections.map(({ id }) => id));
    feed.sendWith({
      frame: (connections, frame) => {
        frames.inc(connections.length);
        const { text, options } = packetOf(frame);
        for (const connection of connections) {
          namespace.sockets.get(connection.id)?.conn.write(text, options);
          if (connection instanceof Viewer) connection.noteRows(frame.rowsOf);
        }
      },
      status: (connections, status) => to(connections).emit('status', status),
    });
  }
}
