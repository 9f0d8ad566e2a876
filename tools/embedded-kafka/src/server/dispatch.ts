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
 * Answers one frame: reads the header, finds the API, serves the body. Resolves with the whole response, its size first,
 * or with nothing where the client expects nothing. Throws for what has no answer in the protocol; as with Apache
 * Kafka the connection is then closed.
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
  // The client id keeps its classic encoding in every header version.
  const clientId = nullableString.read(reader) ?? '';
  const flexible = version >= api.flexibleFrom;
  if (flexible) reader.skipTaggedFields();
  const body = await api.serve(reader, { ...client, version, clientId });
  // A client that does not know our versions yet must be able to read the header of this one answer.
  return body === undefined ? undefined : framed(correlationId, flexible && key !== API_VERSIONS_KEY, body);
}

function checkSaslSize({ length }: Buffer): void {
  if (length > MAX_SASL_BYTES) throw new MalformedRequest(`a SASL message of ${length} bytes`);
}

/** A message of SASL without a header around it. A failure has no answer. */
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
