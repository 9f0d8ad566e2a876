import { tellFailure } from '../messages/toasts.ts';

/**
 * Waits for a change and shows a toast of its outcome. A failure rejects again, for the form.
 * @param succeed shows the toast of what the server answered
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
