import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { lazyPart } from '../part/lazy-part.tsx';
import { pressed } from '../button/pressed.ts';
import type { MenuGroup, MenuPlacement } from './menu-group.ts';
import { OpenMenu } from './open-menu.ts';

type MenuButtonProps = {
  /** Accessible name of the menu, and of the button if its content has no text. */
  label: string;
  'aria-label'?: string;
  className: string;
  children: ReactNode;
  groups: readonly MenuGroup[];
  /** Sets `data-marked`, which styles a button whose menu has a selection. */
  isMarked?: boolean;
  placement?: MenuPlacement;
};

const load = () => import('./menu-popover.tsx');
const MenuPopover = lazyPart(async () => (await load()).MenuPopover);

/** Loads the code of menus on hover, focus or press. This code is a third of a screen's code, and most menus stay closed. */
const preload = () => void load().catch(() => undefined);

/** A button that opens a menu. The focus returns when the menu closes. */
export const MenuButton = ({ label, className, children, placement = 'bottom start', ...rest }: MenuButtonProps) => {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setIsOpen(true);
  };
  const { 'aria-label': name, isMarked = false, groups } = rest;
  const menu = { label, placement, triggerRef: trigger, onClose: () => setIsOpen(false) };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isMarked && { 'data-marked': true })}
        {...(name !== undefined && { 'aria-label': name })}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={pressed(() => setIsOpen(true))}
        onKeyDown={openByArrow}
      >
        {children}
      </button>
      {isOpen && (
        <OpenMenu value={menu}>
          <MenuPopover groups={groups} />
        </OpenMenu>
      )}
    </>
  );
};
