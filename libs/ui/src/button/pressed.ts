import type { MouseEvent } from 'react';

/**
 * Focuses the clicked button before the action, because Safari does not focus clicked buttons. A dialog that the action opens later returns
 * the focus to the button.
 */
export const pressed = (onPress: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.focus();
  onPress();
};
