import { Check } from 'lucide-react';
import { use } from 'react';
import { flushSync } from 'react-dom';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '../icon/icon.tsx';
import type { MenuGroup } from './menu-group.ts';
import { item } from '../theme/item.css.ts';
import * as styles from './menu.css.ts';
import { OpenMenu } from './open-menu.ts';

const AUTO_FOCUS = { autoFocus: 'first' as const };

/** Entries of different groups may have equal ids. */
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
      <MenuItem key={id} id={keyOf(place, id)} textValue={text} className={item}>
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

/** The open part of a `MenuButton`'s menu. Its code loads when a user first hovers over or focuses a menu button. */
export const MenuPopover = ({ groups }: { groups: readonly MenuGroup[] }) => {
  const menu = use(OpenMenu);
  if (menu === null) throw new Error('A MenuPopover stands in a MenuButton');
  const { label, triggerRef, placement, onClose } = menu;
  const act = (key: string) => {
    // Focuses the button before the action, because a dialog that the action opens later returns the focus there.
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
        {...AUTO_FOCUS}
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
