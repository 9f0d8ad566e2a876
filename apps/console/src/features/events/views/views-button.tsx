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

export const ViewsButton = ({ isAdmin, search, onApply }: ViewsButtonProps) => {
  const [asked, setAsked] = useState<OpenViewDialog | null>(null);
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
            onAsk={(dialog) => {
              close();
              setAsked(dialog);
            }}
          />
        )}
      >
        <Icon of={Bookmark} />
        <span className={styles.word}>Views</span>
      </PopoverButton>
      {asked && <ViewDialogs {...{ isAdmin, asked }} onClose={() => setAsked(null)} />}
    </>
  );
};
