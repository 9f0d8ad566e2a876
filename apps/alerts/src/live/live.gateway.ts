import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ALERTS_CHANGES, ALERTS_LIVE_PATH, type AlertsChange } from '@portico/contracts/alerts-live';
import { Listener } from '@portico/postgres';
import { type Caller, CONFIG } from '@portico/service';
import { LiveServer, type LiveSocket } from '@portico/service/live';
import type { AlertsConfig } from '../config.ts';
import { Scopes } from '../directory/scopes.ts';
import { CHANGES_CHANNEL, Change } from './changes.ts';

const MAX_MESSAGE_BYTES = 4 * 1024;
/** Milliseconds between two messages to a viewer. A message combines all changes of one kind since the previous message. */
const SEND_INTERVAL_MS = 1_000;

/**
 * Notifies viewers of changed rows that they may see. The message contains no rows: viewers fetch the rows, and the API checks their
 * permissions.
 */
@Injectable()
export class LiveGateway implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LiveGateway.name);
  private readonly listener: Listener;
  /** The unsent changes of each signed-in socket. */
  private readonly due = new Map<LiveSocket, Set<AlertsChange['what']>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: LiveServer,
    private readonly scopes: Scopes,
    @Inject(CONFIG) config: AlertsConfig,
  ) {
    const failed = (error: unknown): void =>
      this.logger.warn({ error: String(error) }, 'LISTEN connection failed, retrying');
    this.listener = new Listener({
      config,
      database: 'alerts',
      channel: CHANGES_CHANNEL,
      heard: (payload) => void this.take(Change.parse(JSON.parse(payload))).catch(failed),
      began: () => this.all(),
      failed,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.server.open({
      path: ALERTS_LIVE_PATH,
      namespace: '/',
      maxMessageBytes: MAX_MESSAGE_BYTES,
      welcome: (socket) => {
        this.due.set(socket, new Set());
        socket.on('disconnect', () => this.due.delete(socket));
      },
    });
    this.timer = setInterval(() => this.send(), SEND_INTERVAL_MS);
    await this.listener.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.listener.stop();
  }

  /** Queues a change for the sockets of users who may see it. Checks each user again, because a membership may have ended. */
  private async take({ what, organizationId, userIds }: Change): Promise<void> {
    const users = userIds && new Set(userIds);
    const maySee = new Map<number, Promise<boolean> | boolean>();
    await Promise.all(
      [...this.due].map(async ([socket, kinds]) => {
        const { caller } = socket.data;
        const role = maySee.get(caller.id) ?? (users ? users.has(caller.id) : this.sees(caller, organizationId));
        maySee.set(caller.id, role);
        if (await role) kinds.add(what);
      }),
    );
  }

  private async sees(caller: Caller, organizationId: number | null): Promise<boolean> {
    if (organizationId === null) return (await this.scopes.of(caller)) === 'all';
    return (await this.scopes.roleIn(caller, organizationId)) !== null;
  }

  /** Makes every viewer fetch all rows again, because an interrupted connection may have lost changes. */
  private all(): void {
    for (const kinds of this.due.values()) for (const what of ALERTS_CHANGES) kinds.add(what);
  }

  private send(): void {
    for (const [socket, kinds] of this.due) {
      for (const what of kinds) socket.emit('changed', { what });
      kinds.clear();
    }
  }
}
