import { once } from 'node:events';
import { connect } from 'node:net';
import { saslAuthenticate, saslHandshake } from '../src/apis/sasl.ts';
import { FrameSplitter } from '../src/server/frames.ts';
import { RawClient, frame, requestFrame } from './raw-client.ts';

/** Builds the only message that a client sends in SASL/PLAIN. */
export const plainMessage = (name: string, password: string, authorizationId = ''): Buffer =>
  Buffer.from([authorizationId, name, password].join('\0'));

/** Builds the first message that a client sends in SASL/OAUTHBEARER. */
export const bearerMessage = (token: string, authorizationId = ''): Buffer =>
  Buffer.from(`n,${authorizationId && `a=${authorizationId}`},\u0001auth=Bearer ${token}\u0001\u0001`);

export const handshake = (connection: RawClient, mechanism: string, version = 1) =>
  connection.call(saslHandshake, version, { mechanism });

export const authenticate = (connection: RawClient, authBytes: Buffer, version = 2) =>
  connection.call(saslAuthenticate, version, { authBytes });

/** Chooses a mechanism and sends its first message; returns the broker's response. */
export async function logIn(connection: RawClient, mechanism: string, message: Buffer) {
  const { errorCode } = await handshake(connection, mechanism);
  if (errorCode !== 0) throw new Error(`${mechanism} is refused: ${errorCode}`);
  return authenticate(connection, message);
}

export async function connectAs(port: number, name: string, password: string): Promise<RawClient> {
  const connection = await RawClient.connect(port);
  const { errorCode, errorMessage } = await logIn(connection, 'PLAIN', plainMessage(name, password));
  if (errorCode !== 0) throw new Error(`${name} is refused: ${errorMessage}`);
  return connection;
}

/**
 * Sends a handshake of version 0, a bare SASL message and a request (ApiVersions). Returns the response frames: three if the message
 * is valid, fewer if the broker closes the connection.
 */
export async function bareAnswers(port: number, mechanism: string, message: Buffer): Promise<Buffer[]> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const size = Buffer.alloc(4);
  size.writeInt32BE(message.length);
  const splitter = new FrameSplitter(1_000_000);
  const answers: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    answers.push(...splitter.push(chunk));
    // Like a client, sends the message after the response to the handshake, and the request after the response to the message.
    if (answers.length === 1) socket.write(Buffer.concat([size, message]));
    if (answers.length === 2) socket.write(frame(18, 0, Buffer.alloc(0), 2));
    if (answers.length === 3) socket.destroy();
  });
  socket.write(requestFrame(saslHandshake, 0, { mechanism }));
  if (!socket.destroyed) await once(socket, 'close');
  return answers;
}
