import type { Message } from './client.ts';
import { faultType } from './retriable.ts';

/** Bytes of one request. A broker accepts batches of up to 1 MiB by default. */
const MAX_REQUEST_BYTES = 700_000;
/** Largest overhead in bytes of a record besides its key, value and headers. */
const FRAME = 40;

const TOO_LARGE: ReadonlySet<string | undefined> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

/** Whether a broker refused a request because of its size. Sending the same request again would fail too. */
const isTooLarge = (error: unknown): boolean => TOO_LARGE.has(faultType(error));

const lengthOf = (text: Buffer | string | null | undefined): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : (text?.length ?? 0);

/** Approximate size in bytes of a message as stored by Kafka. */
export const sizeOf = ({ key, value, headers = {} }: Message): number =>
  Object.entries(headers)
    .flatMap(([name, text]) => [text].flat().map((one) => name.length + lengthOf(one) + 8))
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
 * Sends messages in requests that brokers accept. For a broker with smaller limits, requests are halved, and the value of a single
 * message is shortened until it fits.
 * @throws what `send` throws. The caller may then send all of them again.
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

/** @throws `error` when nothing is left to shorten. */
function shortened(message: Message, error: unknown): Message {
  const length = lengthOf(message.value);
  if (message.value === null || length === 0) throw error;
  return { ...message, value: Buffer.from(message.value).subarray(0, Math.floor(length / 2)) };
}
