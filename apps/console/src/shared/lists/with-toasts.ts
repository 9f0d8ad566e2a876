import { tellFailure } from '../messages/toasts.ts';

/**
 * Waits for a change, and tells in a toast how it went. A refusal rejects again, for the form.
 * @param succeed tells of what the server answered
 */
export const told = async <Answer>(
  change: Promise<Answer>,
  succeed: (answer: Answer) => void,
  failure: Parameters<typeof tellFailure>[0],
): Promise<void> => {
  try {
    succeed(await change);
  } catch (error) {
    tellFailure(failure, error);
    throw error;
  }
};
