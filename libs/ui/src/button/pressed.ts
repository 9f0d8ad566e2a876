import type { MouseEvent } from 'react';

/**
 * Returns a click handler for mouse, touch and keyboard. It focuses the clicked button, which Safari does not, so that a dialog opened
 * by the click can return the focus.
 */
export const pressed = (onPress: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.focus();
  onPress();
};
