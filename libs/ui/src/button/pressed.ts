import type { MouseEvent } from 'react';

/** Focuses the clicked button, which Safari does not, so that a dialog opened by the click can return the focus. */
export const pressed = (onPress: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.focus();
  onPress();
};
