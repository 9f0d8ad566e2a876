import { saslAuthenticate, saslHandshake } from '../src/apis/sasl.ts';
import { RawClient } from './raw-client.ts';

/** The one message of SASL/PLAIN. */
export const plainMessage = (name: string, password: string, authorizationId = ''): Buffer =>
  Buffer.from([authorizationId, name, password].join('\0'));

/** The first message of SASL/OAUTHBEARER. */
export const bearerMessage = (token: string, authorizationId = ''): Buffer =>
  Buffer.from(`n,${authorizationId && `a=${authorizationId}`},\u0001auth=Bearer ${token}\u0001\u0001`);

export const handshake = (connection: RawClient, mechanism: string, version = 1) =>
  connection.call(saslHandshake, version, { mechanism });

export const authenticate = (connection: RawClient, authBytes: Buffer, version = 2) =>
  connection.call(saslAuthenticate, version, { authBytes });

/** Chooses a mechanism and sends its first message; the broker's answer to that. */
export async function logIn(connection: RawClient, mechanism: string, message: Buffer) {
  const { errorCode } = await handshake(connection, mechanism);
  if (errorCode !== 0) throw new Error(`${mechanism} is refused: ${errorCode}`);
  return authenticate(connection, message);
}

/** A connection that has authenticated with PLAIN. */
export async function connectAs(port: number, name: string, password: string): Promise<RawClient> {
  const connection = await RawClient.connect(port);
  const { errorCode, errorMessage } = await logIn(connection, 'PLAIN', plainMessage(name, password));
  if (errorCode !== 0) throw new Error(`${name} is refused: ${errorMessage}`);
  return connection;
}
