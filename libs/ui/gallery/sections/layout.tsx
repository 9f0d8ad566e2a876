import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass, Icon, Screen, Segments, TabLinks, TabPanel, type TabLinkProps } from '../../src/index.ts';
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
