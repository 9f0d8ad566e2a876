import { tellFailure } from '../messages/toasts.ts';

/**
 * Awaits a change, and shows a toast with the result. Rethrows an error, so that the form can show it.
 * @param succeed shows the success toast for the server's response
 */
export const withToasts = async <Answer>(
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
