import { defineApi, type Api } from '../protocol/api.ts';
import { ErrorCode } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, int16, int32, string } from '../protocol/types.ts';
import { Writer } from '../protocol/writer.ts';

export const API_VERSIONS_KEY = 18;
const VERSIONS = [0, 4] as const;

const request = struct({ clientSoftwareName: since(3, string, ''), clientSoftwareVersion: since(3, string, '') });

const response = struct({
  errorCode: int16,
  apiKeys: array(struct({ apiKey: int16, minVersion: int16, maxVersion: int16 })),
  throttleTimeMs: since(1, int32, 0),
});

const own = { apiKey: API_VERSIONS_KEY, minVersion: VERSIONS[0], maxVersion: VERSIONS[1] };

export function apiVersions(apis: readonly Api[]) {
  const listed = apis.map(({ key, versions: [minVersion, maxVersion] }) => ({ apiKey: key, minVersion, maxVersion }));
  const apiKeys = [...listed, own].toSorted((a, b) => a.apiKey - b.apiKey);
  return defineApi({
    key: API_VERSIONS_KEY,
    name: 'ApiVersions',
    versions: VERSIONS,
    flexibleFrom: 3,
    request,
    response,
    handle: () => ({ errorCode: ErrorCode.NONE, apiKeys }),
  });
}

/** The response to an unsupported version of ApiVersions. It uses version 0, so that any client can read it and retry. */
export function unsupportedApiVersions(): Writer {
  const writer = new Writer();
  response.write(writer, { errorCode: ErrorCode.UNSUPPORTED_VERSION, apiKeys: [own] });
  return writer;
}
