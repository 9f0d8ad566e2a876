import { BellPlus, Check, EllipsisVertical, Eye, EyeOff, Pencil, Pin, Share2, Trash2 } from 'lucide-react';
import type { ViewPlace } from '@portico/contracts/http/views';
import { buttonClass, Button, Icon, MenuButton, type MenuEntry } from '@portico/ui';
import { sharedText, type ShownView } from './shown-views.ts';
import type { OpenViewDialog } from './view-dialogs.tsx';
import * as styles from './views.css.ts';

type ViewRowProps = {
  view: ShownView;
  isCurrent: boolean;
  onApply: () => void;
  onPlace: (place: ViewPlace) => void;
  onRename: () => void;
  onAsk: (dialog: OpenViewDialog) => void;
};

const HIDE: MenuEntry = { id: 'hide', text: 'Hide', icon: EyeOff };
const SHOW: MenuEntry = { id: 'show', text: 'Show', icon: Eye };
const RENAME: MenuEntry = { id: 'rename', text: 'Rename', icon: Pencil };
const SHARE: MenuEntry = { id: 'share', text: 'Share…', icon: Share2 };
const ALERT: MenuEntry = { id: 'alert', text: 'Alert me…', icon: BellPlus };
const DELETE: MenuEntry = { id: 'delete', text: 'Delete', icon: Trash2 };

/** Whether the view is built in or has an owner. A viewer can take over or delete a view without an owner, but not pin or change it. */
const isOwned = ({ saved }: ShownView): boolean => saved === null || saved.needsOwnerSince === null;

const entriesFor = ({ saved, place }: ShownView): MenuEntry[] => [
  ...(saved?.mayChange ? [RENAME] : []),
  ...(saved?.mayChange && saved.isOwn ? [SHARE] : []),
  ...(saved ? [ALERT] : []),
  place === 'hidden' ? SHOW : HIDE,
  ...(saved?.mayChange ? [DELETE] : []),
];

export const ViewRow = ({ view, isCurrent, onApply, onPlace, onRename, onAsk }: ViewRowProps) => {
  const { name, saved, place } = view;
  const isPinned = place === 'pinned';
  const shared = saved && sharedText(saved);
  const act = (id: string) => {
    if (id === 'rename') return onRename();
    if (id === 'delete' || id === 'alert' || id === 'share') return saved && onAsk({ what: id, view: saved });
    return onPlace(id === 'hide' ? 'hidden' : 'listed');
  };
  return (
    <>
      <button type="button" className={styles.apply} onClick={onApply} {...(isCurrent && { 'aria-current': true })}>
        <span className={styles.name}>{name}</span>
        {shared !== null && (
          <span className={styles.shared} title={`Shared with ${shared}`}>
            {shared}
          </span>
        )}
        {isCurrent && <Icon of={Check} size="sm" />}
      </button>
      {isOwned(view) && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Pin ${name}`}
          aria-pressed={isPinned}
          onPress={() => onPlace(isPinned ? 'listed' : 'pinned')}
        >
          <span className={styles.pin} {...(isPinned && { 'data-pinned': true })}>
            <Icon of={Pin} size="sm" />
          </span>
        </Button>
      )}
      <MenuButton
        label={`More for ${name}`}
        aria-label={`More for ${name}`}
        className={buttonClass({ variant: 'ghost', size: 'icon' })}
        placement="bottom end"
        groups={[{ entries: isOwned(view) ? entriesFor(view) : [DELETE], onAction: (id) => void act(id) }]}
      >
        <Icon of={EllipsisVertical} size="sm" />
      </MenuButton>
    </>
  );
};
