import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Waiting } from '@portico/ui';
import { ConnectPage } from '../features/connect/connect-page.tsx';
import type { ConnectPanelProps } from '../features/connect/connect-panel.tsx';
import { ConnectedList } from '../features/connect/connected-list.tsx';

type FirstEventProps = {
  /** Id of the viewer's only connected integration; null if the viewer has several. */
  only: number | null;
  hasEvents: boolean;
  onEnd: () => void;
};

/** A publisher's dashboard until the first event: the Connect page of the only integration, or the list of several integrations. */
export const FirstEvent = ({ only, hasEvents, onEnd }: FirstEventProps) => {
  const navigate = useNavigate();
  const toEvents = hasEvents && <Button onPress={onEnd}>See all events</Button>;
  if (only === null)
    return <ConnectedList>{hasEvents ? toEvents : <Waiting text="Waiting for your first event…" />}</ConnectedList>;
  const params = { id: String(only) };
  const testLink: ConnectPanelProps['testLink'] = (props) => (
    <Link to="/connect/$id" params={params} search={{ test: 'on' }} resetScroll={false} {...props} />
  );
  return (
    <ConnectPage
      id={only}
      isScreenShown
      back={toEvents}
      testLink={testLink}
      testData={{
        search: {},
        onSearchChange: (search) => void navigate({ to: '/connect/$id', params, search, resetScroll: false }),
      }}
    />
  );
};
