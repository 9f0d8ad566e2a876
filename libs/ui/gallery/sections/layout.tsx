import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  buttonClass,
  Card,
  Columns,
  Icon,
  List,
  ListRow,
  Note,
  Row,
  Screen,
  SectionHeader,
  Segments,
  Stack,
  TabLinks,
  TabPanel,
  type TabLinkProps,
} from '../../src/index.ts';
import { State } from '../specimen.tsx';

const back = (
  <a href="#screen" className={buttonClass({ variant: 'ghost', size: 'sm' })} style={{ justifySelf: 'start' }}>
    <Icon of={ArrowLeft} />
    Back
  </a>
);

export const Screens = () => (
  <>
    <State name="a heading alone" isWide>
      <Screen heading="Users">
        <p>What the screen shows.</p>
      </Screen>
    </State>
    <State name="with the way back, a lead and something for all of it" isWide>
      <Screen
        heading="Refused events"
        lead="Events refused in the last 30 days, with the reason and the original bytes."
        back={back}
        tools={<Button variant="secondary">Export</Button>}
      >
        <p>What the screen shows.</p>
      </Screen>
    </State>
    <State name="as high as there is room" isWide>
      <Screen heading="Integration Events" isFilled>
        <p>What the screen shows.</p>
      </Screen>
    </State>
  </>
);

const TABS = ['Users', 'Organizations', 'Integrations', 'Functions'].map((text) => ({ id: text.toLowerCase(), text }));

export const Tabs = () => {
  const [selected, setSelected] = useState('organizations');
  const link = (id: string, { children, ...props }: TabLinkProps) => (
    <a key={id} href={`#${id}`} {...props} onClick={() => setSelected(id)}>
      {children}
    </a>
  );
  return (
    <State name="as links; arrow keys move, Enter follows" isWide>
      <TabLinks label="Admin" tabs={TABS} selected={selected} link={link} />
      <TabPanel id={selected}>What the tab {selected} shows.</TabPanel>
    </State>
  );
};

const PANES = ['Details', 'JSON', 'Trace'].map((text) => ({ id: text.toLowerCase(), text }));
const ZONES = [
  { id: 'local', text: 'Local time' },
  { id: 'utc', text: 'UTC' },
];

export const Choices = () => {
  const [zone, setZone] = useState('local');
  const [pane, setPane] = useState('json');
  return (
    <>
      <State name="of two">
        <Segments label="Clock" options={ZONES} value={zone} onChange={setZone} />
      </State>
      <State name="of three">
        <Segments label="View" options={PANES} value={pane} onChange={setPane} />
      </State>
    </>
  );
};

export const Layouts = () => (
  <Stack gap={6}>
    <State name="a section: heading, lead, tools; rows in a frame" isWide>
      <Stack>
        <SectionHeader
          heading="Invoices"
          lead="The last 12 months."
          tools={
            <Button variant="secondary" size="sm">
              Export
            </Button>
          }
        />
        <List label="Invoices">
          <ListRow>
            <Row justify="between">
              <span>August</span>
              <span>$42.00</span>
            </Row>
            <Note>Paid with the card ending in 4242.</Note>
          </ListRow>
          <ListRow>
            <Row justify="between">
              <span>September</span>
              <span>$42.00</span>
            </Row>
            <Note tone="danger">The bank declined the card.</Note>
          </ListRow>
        </List>
      </Stack>
    </State>
    <State name="cards, as many columns as fit" isWide>
      <Columns>
        <Card>
          <SectionHeader heading="Members" level={3} />
          <Note tone="success">All invitations are accepted.</Note>
        </Card>
        <Card>
          <SectionHeader heading="Integrations" level={3} />
          <Note tone="warning">One has been silent since Monday.</Note>
        </Card>
      </Columns>
    </State>
  </Stack>
);
