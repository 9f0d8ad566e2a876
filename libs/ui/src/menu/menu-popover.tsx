import { Check } from 'lucide-react';
import { use } from 'react';
import { flushSync } from 'react-dom';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '../icon/icon.tsx';
import type { MenuGroup } from './menu-group.ts';
import * as styles from './menu.css.ts';
import { OpenMenu } from './open-menu.ts';

/** A menu has the focus as long as it is open. */
const FOCUSED = { autoFocus: 'first' as const };

/** Entries of different groups may have the same id. */
const keyOf = (group: number, id: string): string => `${group} ${id}`;

const Group = ({ group: { title, entries, selected }, place }: { group: MenuGroup; place: number }) => (
  <MenuSection
    className={styles.group}
    {...(title === undefined && { 'aria-label': entries.map(({ text }) => text).join(', ') })}
    {...(selected !== undefined && {
      selectionMode: 'single' as const,
      selectedKeys: selected === null ? [] : [keyOf(place, selected)],
    })}
  >
    {title !== undefined && <Header className={styles.groupTitle}>{title}</Header>}
    {entries.map(({ id, text, icon }) => (
      <MenuItem key={id} id={keyOf(place, id)} textValue={text} className={styles.item}>
        {({ isSelected }) => (
          <>
            {icon && <Icon of={icon} />}
            <span className={styles.itemText}>{text}</span>
            {isSelected && <Icon of={Check} />}
          </>
        )}
      </MenuItem>
    ))}
  </MenuSection>
);

/** The open part of the menu of a `MenuButton`. Loaded when a menu is first reached for. */
export const MenuPopover = ({ groups }: { groups: readonly MenuGroup[] }) => {
  const menu = use(OpenMenu);
  if (menu === null) throw new Error('A MenuPopover stands in a MenuButton');
  const { label, triggerRef, placement, onClose } = menu;
  const act = (key: string) => {
    // First back to the button: a dialog that the action opens gives the focus back to the element that has it now.
    flushSync(onClose);
    triggerRef.current?.focus();
    const place = Number(key.slice(0, key.indexOf(' ')));
    groups[place]?.onAction(key.slice(key.indexOf(' ') + 1));
  };
  return (
    <Popover
      aria-label={label}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      triggerRef={triggerRef}
      placement={placement}
      offset={6}
      className={styles.popover}
    >
      <Menu
        aria-label={label}
        className={styles.menu}
        {...FOCUSED}
        onClose={onClose}
        onAction={(key) => act(String(key))}
      >
        {groups.map((group, place) => (
          <Group key={place} group={group} place={place} />
        ))}
      </Menu>
    </Popover>
  );
};
