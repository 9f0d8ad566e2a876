import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { buttonClass, Icon, lazyPart, PanelLoading, PopoverButton } from '@portico/ui';
import type { EventsSearch } from '../events-search.ts';
import * as styles from '../events-screen.css.ts';
import type { OpenViewDialog } from './view-dialogs.tsx';

const ViewsPanel = lazyPart(async () => (await import('./views-panel.tsx')).ViewsPanel, <PanelLoading label="Views" />);
const ViewDialogs = lazyPart(async () => (await import('./view-dialogs.tsx')).ViewDialogs);

type ViewsButtonProps = {
  isAdmin: boolean;
  search: EventsSearch;
  onApply: (search: EventsSearch) => void;
};

/** A button that opens the list of views. Sharing and deleting use separate dialogs. */
export const ViewsButton = ({ isAdmin, search, onApply }: ViewsButtonProps) => {
  const [asked, setAsked] = useState<OpenViewDialog | null>(null);
  const done = () => setAsked(null);
  return (
    <>
      <PopoverButton
        label="Views"
        className={buttonClass({ variant: 'secondary' })}
        placement="bottom end"
        renderPanel={(close) => (
          <ViewsPanel
            search={search}
            onApply={(next) => {
              onApply(next);
              close();
            }}
            onDelete={(view) => {
              close();
              setAsked({ what: 'delete', view });
            }}
            onShare={(view) => {
              close();
              setAsked({ what: 'share', view });
            }}
            onAlert={(view) => {
              close();
              setAsked({ what: 'alert', view });
            }}
          />
        )}
      >
        <Icon of={Bookmark} />
        <span className={styles.word}>Views</span>
      </PopoverButton>
      {asked && <ViewDialogs {...{ isAdmin, asked }} onClose={done} />}
    </>
  );
};
