import { tellFailure } from '../messages/toasts.ts';

/** Shows a toast with the result of a change. Rethrows an error, so that the form can show it. */
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
