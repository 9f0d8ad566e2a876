import { Client } from 'pg';
import type { DatabaseConfig } from './config.ts';
import { directOptions } from './connection.ts';

const RECONNECT_MS = 1_000;

type ListenerOptions = {
  config: DatabaseConfig;
  database: string;
  channel: string;
  heard: (payload: string) => void;
  /** Called whenever listening begins. The listener has missed all earlier notifications. */
  began: () => void;
  failed: (error: unknown) => void;
};

/**
 * Receives the notifications of one channel (`pg_notify`) over its own connection, and reconnects after a lost connection. Uses
 * POSTGRES_DIRECT_URL if set, because a pooler in transaction mode does not deliver notifications.
 */
export class Listener {
  private client: Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(private readonly options: ListenerOptions) {}

  /** Resolves when listening has begun or the first attempt has failed. */
  async start(): Promise<void> {
    const { config, database, channel, heard, began, failed } = this.options;
    const { statement_timeout: _, lock_timeout: __, ...connection } = directOptions(config, database);
    const client = new Client({ ...connection, keepAlive: true });
    this.client = client;
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    client.on('error', failed);
    client.on('end', () => this.comeBack(client));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      began();
    } catch (error) {
      failed(error);
      await client.end().catch(() => undefined);
      this.comeBack(client);
    }
  }

  async stop(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.timer);
    await this.client?.end();
  }

  private comeBack(client: Client): void {
    if (this.hasEnded || client !== this.client) return;
    this.client = null;
    this.timer = setTimeout(() => void this.start(), RECONNECT_MS);
  }
}
