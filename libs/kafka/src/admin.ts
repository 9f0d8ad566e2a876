import type { Admin, Kafka } from './client.ts';
import { whileRetriable } from './retriable.ts';

/**
 * Runs a request to Kafka on its own connection, and retries while the failure is retriable. Each attempt uses a new connection,
 * because a connection caches the partition leaders.
 */
export const withAdmin = <Value>(kafka: Kafka, work: (admin: Admin) => Promise<Value>): Promise<Value> =>
  whileRetriable(async () => {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  });
