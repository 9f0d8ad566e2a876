import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';
import { pressed } from './pressed.ts';

export type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'children' | 'className' | 'style' | 'disabled' | 'onClick'> & {
    children: ReactNode;
    onPress?: () => void;
    isDisabled?: boolean;
    /** Shows 'Please wait' and is disabled. */
    isLoading?: boolean;
  };

/**
 * A button of `size` icon shows only a picture: give it an `aria-label`.
 * The browser's own button, because every page begins with some: React Aria's would add 14 kB to the first load, for
 * gestures that nothing here needs.
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
