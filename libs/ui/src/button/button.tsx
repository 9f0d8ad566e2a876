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

/** Size `icon` needs an `aria-label`. React Aria's button would add 14 kB to the first load of every page. */
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
