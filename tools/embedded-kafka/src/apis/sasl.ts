import { defineApi } from '../protocol/api.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, bytes, int16, int64, nullableString, string } from '../protocol/types.ts';
import { SASL_AUTHENTICATE_KEY, SASL_HANDSHAKE_KEY } from '../session.ts';

/** Chooses a mechanism. After a handshake of version 0, the client's next frames are bare SASL messages. */
export const saslHandshake = defineApi({
  key: SASL_HANDSHAKE_KEY,
  name: 'SaslHandshake',
  versions: [0, 1],
  flexibleFrom: Infinity,
  request: struct({ mechanism: string }),
  response: struct({ errorCode: int16, mechanisms: array(string) }),
  handle: ({ mechanism }, { session, version }) => session.handshake(mechanism, version),
});

export const saslAuthenticate = defineApi({
  key: SASL_AUTHENTICATE_KEY,
  name: 'SaslAuthenticate',
  versions: [0, 2],
  flexibleFrom: 2,
  request: struct({ authBytes: bytes }),
  response: struct({
    errorCode: int16,
    errorMessage: nullableString,
    authBytes: bytes,
    sessionLifetimeMs: since(1, int64, 0),
  }),
  handle: ({ authBytes }, { session }) => session.authenticate(authBytes),
});
