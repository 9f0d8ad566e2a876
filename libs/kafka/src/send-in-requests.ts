import type { Message } from './client.ts';
import { faultType } from './retriable.ts';

/** Maximum bytes of one request. By default, a broker rejects batches above 1 MiB. */
const MAX_REQUEST_BYTES = 700_000;
/** Largest overhead in bytes of a record besides its key, value and headers. */
const FRAME = 40;

const TOO_LARGE: ReadonlySet<string | undefined> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

/** A retry of the same request would fail as well. */
const isTooLarge = (error: unknown): boolean => TOO_LARGE.has(faultType(error));

const lengthOf = (text: Buffer | string | null | undefined): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : (text?.length ?? 0);

/** Approximate size in bytes of a message as stored by Kafka. */
export const sizeOf = ({ key, value, headers = {} }: Message): number =>
  Object.entries(headers)
    .flatMap(([name, text]) => [text].flat().map((value) => name.length + lengthOf(value) + 8))
    .reduce((sum, bytes) => sum + bytes, FRAME + lengthOf(key) + lengthOf(value));

/** Splits the messages, in order, into lists that each fit into one request. */
export function inRequests(messages: readonly Message[]): Message[][] {
  const requests: Message[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const size = sizeOf(message);
    if (bytes + size > MAX_REQUEST_BYTES) {
      requests.push([]);
      bytes = 0;
    }
    bytes += size;
    requests.at(-1)?.push(message);
  }
  return requests;
}

/**
 * Sends messages in requests that brokers accept. If a broker has a smaller limit, this function halves the requests, and shortens
 * the value of a single message until it fits.
 * @throws any other error of `send`. The caller may then send all messages again.
 */
export async function sendInRequests(
  messages: readonly Message[],
  send: (messages: Message[]) => Promise<void>,
): Promise<void> {
  for (const request of inRequests(messages)) await sendOrHalve(request, send);
}

async function sendOrHalve(messages: Message[], send: (messages: Message[]) => Promise<void>): Promise<void> {
  try {
    await send(messages);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const [first] = messages;
    const half = Math.floor(messages.length / 2);
    if (first && messages.length === 1) return sendOrHalve([shortened(first, error)], send);
    await sendOrHalve(messages.slice(0, half), send);
    await sendOrHalve(messages.slice(half), send);
  }
}

/** Halves the value. @throws `error` when the value is already empty. */
function shortened(message: Message, error: unknown): Message {
  const length = lengthOf(message.value);
  if (message.value === null || length === 0) throw error;
  return { ...message, value: Buffer.from(message.value).subarray(0, Math.floor(length / 2)) };
}
