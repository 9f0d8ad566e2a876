import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';
import { pressed } from './pressed.ts';

export type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'children' | 'className' | 'style' | 'disabled' | 'onClick'> & {
    children: ReactNode;
    onPress?: () => void;
    isDisabled?: boolean;
    /** If true, the button shows 'Please wait' and is disabled. */
    isLoading?: boolean;
  };

/**
 * A button. With `size` icon it shows only an icon and needs an `aria-label`. It is the browser's native button, because React Aria's
 * button would add 14 kB to the first load of every page, for gestures that are not needed.
 */
export const Button = ({
  variant,
  size,
  type = 'button',
  onPress,
  isLoading = false,
  isDisabled = false,
  children,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    disabled={isLoading || isDisabled}
    className={buttonClass({ ...(variant && { variant }), ...(size && { size }) })}
    {...(onPress && { onClick: pressed(onPress) })}
  >
    {isLoading ? 'Please wait' : children}
  </button>
);
