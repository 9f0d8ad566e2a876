import { apis } from '../apis/index.ts';
import { unsupportedApiVersions, API_VERSIONS_KEY } from '../apis/api-versions.ts';
import type { RequestContext } from '../protocol/api.ts';
import { ErrorCode } from '../protocol/error-code.ts';
import { MalformedRequest, Reader } from '../protocol/reader.ts';
import { nullableString } from '../protocol/types.ts';
import { Writer } from '../protocol/writer.ts';
import { MAX_SASL_BYTES, SASL_AUTHENTICATE_KEY } from '../session.ts';

type Client = Pick<RequestContext, 'broker' | 'clientHost' | 'session' | 'signal'>;

/**
 * Handles one frame: reads the header, finds the API, handles the body. Resolves with the whole response, including its size, or
 * undefined if the client expects no response.
 * @throws for requests for which the protocol defines no error response. The caller then closes the connection, like Apache Kafka.
 */
export async function dispatch(frame: Buffer, client: Client): Promise<Buffer[] | undefined> {
  if (client.session.sendsBareTokens) return authenticate(frame, client);
  const reader = new Reader(frame);
  const key = reader.int16();
  const version = reader.int16();
  const correlationId = reader.int32();
  client.session.admit(key);
  if (key === SASL_AUTHENTICATE_KEY) checkSaslSize(frame);
  const api = apis.get(key);
  if (api === undefined) throw new MalformedRequest(`unknown api key ${key}`);
  const [lowest, highest] = api.versions;
  if (version < lowest || version > highest) {
    if (key === API_VERSIONS_KEY) return framed(correlationId, false, unsupportedApiVersions());
    throw new MalformedRequest(`${api.name} v${version} is not supported, only v${lowest} to v${highest}`);
  }
  // The client id has the classic encoding in every header version.
  const clientId = nullableString.read(reader) ?? '';
  const flexible = version >= api.flexibleFrom;
  if (flexible) reader.skipTaggedFields();
  const body = await api.serve(reader, { ...client, version, clientId });
  // The header of an ApiVersions response always has the classic encoding, because its reader may not know the supported versions yet.
  return body === undefined ? undefined : framed(correlationId, flexible && key !== API_VERSIONS_KEY, body);
}

function checkSaslSize({ length }: Buffer): void {
  if (length > MAX_SASL_BYTES) throw new MalformedRequest(`a SASL message of ${length} bytes`);
}

/** Handles a bare SASL message. A failed authentication gets no response. */
async function authenticate(message: Buffer, { session }: Client): Promise<Buffer[]> {
  checkSaslSize(message);
  const { errorCode, errorMessage, authBytes } = await session.authenticate(message);
  if (errorCode !== ErrorCode.NONE) throw new MalformedRequest(errorMessage ?? 'authentication failed');
  const size = Buffer.alloc(4);
  size.writeInt32BE(authBytes.length);
  return [size, authBytes];
}

function framed(correlationId: number, flexible: boolean, body: Writer): Buffer[] {
  const header = new Writer();
  header.int32(4 + (flexible ? 1 : 0) + body.byteLength);
  header.int32(correlationId);
  if (flexible) header.unsignedVarint(0);
  return [...header.chunks(), ...body.chunks()];
}
