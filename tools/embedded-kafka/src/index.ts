import { Broker as BrokerState } from './broker.ts';
import { resolveOptions, type BrokerOptions } from './options.ts';
import { Connection } from './server/connection.ts';
import { openListener } from './server/listener.ts';
import { openDataFolder } from './storage/data-folder.ts';

export type { BrokerOptions, Logger } from './options.ts';
export type { Acl, NewAcl } from './security/acl.ts';
export type { AuthorizerOptions } from './security/authorizer.ts';
export type { SaslOptions } from './security/sasl.ts';
export type { TokenExchange } from './security/token-endpoint.ts';
export type { TokenOptions } from './security/token-verifier.ts';
export { StartError } from './storage/data-folder.ts';

export interface Broker {
  readonly port: number;
  /** The address for clients, such as `localhost:9092`. */
  readonly address: string;
  /** Closes every connection, writes all data to disk, and frees the port and the folder. Idempotent. */
  close(): Promise<void>;
}

/** Starts a broker. Rejects with `StartError` if the port or the folder is in use, or the data has the format of another version. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const resolved = resolveOptions(options);
  const folder = await openDataFolder(resolved.dataDir);
  const connections = new Set<Connection>();
  let state: BrokerState | undefined;
  try {
    const broker = new BrokerState(resolved, folder.clusterId);
    state = broker;
    const listener = await openListener(resolved.host, resolved.port, (socket) => {
      const connection = new Connection(socket, broker);
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
    });
    broker.advertisedPort = listener.port;
    const stop = async (): Promise<void> => {
      const stopped = listener.close();
      for (const connection of connections) connection.close();
      await stopped;
      await broker.close();
      await folder.release();
    };
    let closing: Promise<void> | undefined;
    return {
      port: listener.port,
      address: `${resolved.host}:${listener.port}`,
      close: () => (closing ??= stop()),
    };
  } catch (error) {
    await state?.close();
    await folder.release();
    throw error;
  }
}
