const UNKNOWN = 'An unknown error occurred';

const messageOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('problem' in value) return messageOf(value.problem);
  // Ignore the message of an Error, which is for developers. People see only text from the server.
  return value instanceof Error || !('message' in value) ? undefined : value.message;
};

/**
 * Returns the text that people see when a call fails: the response's `message` if it is a string, its items joined with '. ' if it is
 * a list, otherwise a general sentence. Takes an `ApiError`, a problem, or anything that was thrown.
 */
export const errorText = (failure: unknown): string => {
  const message = messageOf(failure);
  if (typeof message === 'string') return message;
  return Array.isArray(message) && message.length > 0 ? message.join('. ') : UNKNOWN;
};

/** Like {@link errorText}, but returns only the first of several messages. */
export const firstErrorText = (failure: unknown): string => {
  const message = messageOf(failure);
  const first: unknown = Array.isArray(message) ? message[0] : message;
  return typeof first === 'string' ? first : UNKNOWN;
};
