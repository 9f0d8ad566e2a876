import { Activity, Building2, Clock, Plus, Settings, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import {
  Badge,
  Button,
  buttonClass,
  Icon,
  Segments,
  StatusTag,
  TabLinks,
  TabPanel,
  type TabLinkProps,
} from '../../src/index.ts';
import { Row, State } from '../specimen.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const;
const SIZES = ['sm', 'default', 'lg'] as const;

export const Buttons = () => (
  <>
    {VARIANTS.map((variant) => (
      <State key={variant} name={variant}>
        <Row>
          {SIZES.map((size) => (
            <Button key={size} variant={variant} size={size}>
              <Icon of={Plus} size={size === 'sm' ? 'sm' : 'md'} />
              Size {size}
            </Button>
          ))}
          <Button variant={variant} size="icon" aria-label="Settings">
            <Icon of={Settings} />
          </Button>
          <Button variant={variant} isDisabled>
            Disabled
          </Button>
          <Button variant={variant} isLoading>
            Loading
          </Button>
        </Row>
      </State>
    ))}
    <State name="a link with the look of a button">
      <a href="#button" className={buttonClass({ variant: 'secondary' })}>
        Read more
      </a>
    </State>
  </>
);

export const Icons = () =>
  (['sm', 'md', 'lg', 'xl'] as const).map((size) => (
    <State key={size} name={size}>
      <Row>
        {[Activity, Building2, ShieldCheck].map((picture) => (
          <Icon key={picture.displayName} of={picture} size={size} />
        ))}
      </Row>
    </State>
  ));

export const StatusTags = () => (
  <Row>
    {['SUCCESS', 'FAILURE', 'PENDING', 'ACTIVE', 'INACTIVE'].map((status) => (
      <StatusTag key={status} status={status} />
    ))}
  </Row>
);

export const Badges = () => (
  <Row>
    <Badge>12 events</Badge>
    <Badge tone="warning" icon={Clock}>
      2 h late
    </Badge>
  </Row>
);

export const Choices = () => {
  const [zone, setZone] = useState('local');
  return (
    <Segments
      label="Time zone"
      options={[
        { id: 'local', text: 'Local' },
        { id: 'utc', text: 'UTC' },
      ]}
      value={zone}
      onChange={setZone}
    />
  );
};

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
