const UNKNOWN = 'An unknown error occurred';

const messageOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('problem' in value) return messageOf(value.problem);
  // An Error's own message is for developers; only what the server said is shown.
  return value instanceof Error || !('message' in value) ? undefined : value.message;
};

/**
 * The one rule for what people read when a call fails: the answer's `message` if it is a string, its items joined
 * with '. ' if it is a list, else a general sentence. Takes an `ApiError`, a problem, or anything that was thrown.
 */
export const errorText = (failure: unknown): string => {
  const message = messageOf(failure);
  if (typeof message === 'string') return message;
  return Array.isArray(message) && message.length > 0 ? message.join('. ') : UNKNOWN;
};

/** As {@link errorText}, but of several messages the first alone: what the public forms show. */
export const firstErrorText = (failure: unknown): string => {
  const message = messageOf(failure);
  const first: unknown = Array.isArray(message) ? message[0] : message;
  return typeof first === 'string' ? first : UNKNOWN;
};
