import { SignOnError } from './sign-on-error.ts';
import { within } from './deadline.ts';

const TIMEOUT_MS = 60_000;

/** The frame's URL once it is back on this origin; undefined while it is at the provider. */
const addressOf = (frame: HTMLIFrameElement, redirectUri: string): string | undefined => {
  try {
    const { href } = frame.contentWindow?.location ?? {};
    return href?.startsWith(redirectUri) ? href : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Opens `url` in a hidden frame, and resolves to the URL with which the provider returns to `redirectUri`.
 * @throws SignOnError `timeout` if the provider does not return in time, by default within a minute.
 */
export const answerInFrame = (url: URL, redirectUri: string, ms = TIMEOUT_MS): Promise<string> => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Sign-on';
  const answer = new Promise<string>((resolve) => {
    frame.addEventListener('load', () => {
      const address = addressOf(frame, redirectUri);
      if (address !== undefined) resolve(address);
    });
  });
  frame.src = url.href;
  document.body.append(frame);
  return within(
    ms,
    () => answer,
    () => new SignOnError('timeout', 'The identity provider did not answer'),
  ).finally(() => frame.remove());
};
