import { Suspense, useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../part/lazy-part.tsx';
import { pressed } from '../button/pressed.ts';

export type PopoverButtonProps = {
  /** Names the panel, and the button when its content does not. */
  label: string;
  'aria-label'?: string;
  className: string;
  children: ReactNode;
  /** What stands in the open panel; `PanelLoading` until its code is there. */
  renderPanel: (close: () => void) => ReactNode;
  /** Sets `data-marked`, for the look of a button whose panel has something chosen. */
  isMarked?: boolean;
  placement?: 'bottom start' | 'bottom end';
};

const load = () => import('./popover.tsx');
const Popover = lazyPart(async () => (await load()).Popover);
const preload = () => void load().catch(() => undefined);

/** A button that opens a panel of controls; the panel's code is fetched when the button is reached for. */
export const PopoverButton = ({
  label,
  className,
  children,
  renderPanel,
  isMarked = false,
  ...rest
}: PopoverButtonProps) => {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const { 'aria-label': name, placement = 'bottom start' } = rest;
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...(isMarked && { 'data-marked': true })}
        {...(name !== undefined && { 'aria-label': name })}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={pressed(() => setIsOpen(true))}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <Popover label={label} triggerRef={trigger} placement={placement} onClose={close}>
            {renderPanel(close)}
          </Popover>
        </Suspense>
      )}
    </>
  );
};
