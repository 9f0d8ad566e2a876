import { Ellipsis } from 'lucide-react';
import { buttonClass } from '../button/button-class.ts';
import { Icon } from '../icon/icon.tsx';
import { MenuButton } from '../menu/menu-button.tsx';
import type { MenuEntry } from '../menu/menu-group.ts';

type RowAction = MenuEntry & { onAction: () => void };

/** @param label names the row: 'Actions for Northwind' */
export const RowMenu = ({ label, actions }: { label: string; actions: readonly RowAction[] }) => (
  <MenuButton
    label={label}
    aria-label={label}
    className={buttonClass({ variant: 'ghost', size: 'icon' })}
    placement="bottom end"
    groups={[{ entries: actions, onAction: (id) => actions.find((action) => action.id === id)?.onAction() }]}
  >
    <Icon of={Ellipsis} />
  </MenuButton>
);
