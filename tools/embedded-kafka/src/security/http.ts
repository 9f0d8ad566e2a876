const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

interface JsonAnswer {
  readonly status: number;
  /** The parsed body; undefined if the response is not JSON. */
  readonly body: unknown;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error(`an answer of more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Does not follow redirects. Rejects after `timeoutMs` (default 5 s), and for a response that is too long. */
export async function requestJson(url: string, init: RequestInit = {}, timeoutMs = TIMEOUT_MS): Promise<JsonAnswer> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const text = await readText(response);
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    return { status: response.status, body: undefined };
  }
}
