import type { MouseEvent } from 'react';

/**
 * Handles a click, by mouse, touch or keyboard. Safari leaves a clicked button without the focus: it is given to it, so
 * that a dialog that the click opens can give it back.
 */
export const pressed = (onPress: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.focus();
  onPress();
};
