import { Suspense, useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../part/lazy-part.tsx';
import { pressed } from '../button/pressed.ts';

export type PopoverButtonProps = {
  /** Accessible name of the panel, and of the button if its content has no text. */
  label: string;
  'aria-label'?: string;
  className: string;
  children: ReactNode;
  /** Renders the content of the open panel. Use `PanelLoading` as a fallback while code loads. */
  renderPanel: (close: () => void) => ReactNode;
  /** Sets `data-marked`, which styles a button whose panel has a selection. */
  isMarked?: boolean;
  placement?: 'bottom start' | 'bottom end';
};

const load = () => import('./popover.tsx');
const Popover = lazyPart(async () => (await load()).Popover);
const preload = () => void load().catch(() => undefined);

/** A button that opens a panel; the panel's code loads on hover, focus or press. */
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
