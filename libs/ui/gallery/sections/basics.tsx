import { Activity, Building2, Plus, Settings, ShieldCheck } from 'lucide-react';
import { Button, buttonClass, Icon, Row } from '../../src/index.ts';
import { State } from '../specimen.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const;
const SIZES = ['sm', 'default', 'lg'] as const;

export const Buttons = () => (
  <>
    {VARIANTS.map((variant) => (
      <State key={variant} name={variant}>
        <Row gap={3}>
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
      <Row gap={3}>
        {[Activity, Building2, ShieldCheck].map((picture) => (
          <Icon key={picture.displayName} of={picture} size={size} />
        ))}
      </Row>
    </State>
  ));
