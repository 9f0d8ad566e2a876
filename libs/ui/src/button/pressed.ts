import type { MouseEvent } from 'react';

/**
 * Handles a click by mouse, touch or keyboard. Safari does not focus a clicked button, so this does, and a dialog that the click
 * opens can return the focus.
 */
export const pressed = (onPress: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.focus();
  onPress();
};
