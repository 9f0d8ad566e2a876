export type Client = { id: string; secret: string };
type TokenRequest = { grant: string | null; client: Client | null; isBasic: boolean };

/** Decodes an id or secret of Basic credentials. Both values are form-encoded before they are joined (RFC 6749 2.3.1). */
const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

const fromBasic = (authorization: string): Client | null => {
  const [, base64] = /^basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(base64 ?? '', 'base64').toString()) ?? [];
  const client = { id: decoded(id ?? ''), secret: decoded(secret ?? '') };
  return client.id && client.secret ? { id: client.id, secret: client.secret } : null;
};

const fromForm = (form: URLSearchParams): Client | null => {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  return id && secret ? { id, secret } : null;
};

/**
 * Parses a token request (RFC 6749 4.4.2).
 * @param body - `application/x-www-form-urlencoded`
 */
export function readTokenRequest(body: string, authorization: string | undefined): TokenRequest {
  const form = new URLSearchParams(body);
  const isBasic = authorization !== undefined;
  return { grant: form.get('grant_type'), client: isBasic ? fromBasic(authorization) : fromForm(form), isBasic };
}
