import { ChevronDown, ChevronUp, LogOut, Moon, Settings, Sun } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  Button,
  buttonClass,
  DeleteConfirmation,
  Dialog,
  Drawer,
  Icon,
  MenuButton,
  PanelLoading,
  PopoverButton,
  RowMenu,
  ScrollArea,
  DockedDialog,
  Row,
} from '../../src/index.ts';
import { chevron, chooser, chosen } from '../../src/styles.ts';
import { State } from '../specimen.tsx';

const TEXT =
  'Every event of your banking and payroll integrations appears in the console within a second, exactly once. A failed event tells what went wrong and carries its trace.';

const Opener = ({ name, children }: { name: string; children: (close: () => void) => ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onPress={() => setIsOpen(true)}>
        {name}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
};

export const Dialogs = () => (
  <Row gap={3}>
    <Opener name="Dialog">
      {(close) => (
        <Dialog title="Event Details" onClose={close} footer={<Button onPress={close}>Done</Button>}>
          <p>{TEXT}</p>
        </Dialog>
      )}
    </Opener>
    <Opener name="Long dialog">
      {(close) => (
        <Dialog title="Terms" onClose={close}>
          {Array.from({ length: 20 }, (_, index) => (
            <p key={index} style={{ marginBottom: '1rem' }}>
              {TEXT}
            </p>
          ))}
        </Dialog>
      )}
    </Opener>
    {(['end', 'start'] as const).map((placement) => (
      <Opener key={placement} name={`Dialog at the ${placement}`}>
        {(close) => (
          <Dialog
            title="Event Details"
            placement={placement}
            onClose={close}
            tools={
              <Button variant="ghost" size="icon" aria-label="Event before">
                <Icon of={ChevronUp} />
              </Button>
            }
            footer={<Button onPress={close}>Done</Button>}
          >
            <p>{TEXT}</p>
          </Dialog>
        )}
      </Opener>
    ))}
    <Opener name="Docked dialog">
      {(close) => (
        <div style={{ display: 'flex', justifyContent: 'end', height: '20rem' }}>
          <DockedDialog name="specimen" title="Event Details" onClose={close}>
            <p>{TEXT}</p>
          </DockedDialog>
        </div>
      )}
    </Opener>
    <Opener name="Drawer">
      {(close) => (
        <Drawer label="Navigation" onClose={close}>
          <div style={{ padding: '1.5rem' }}>
            <Button onPress={close}>Close</Button>
          </div>
        </Drawer>
      )}
    </Opener>
    {(['Delete confirmation', 'Delete, pending', 'Delete, refused'] as const).map((name) => (
      <Opener key={name} name={name}>
        {(close) => (
          <DeleteConfirmation
            entity="integration"
            identifier="payroll"
            onDelete={close}
            onClose={close}
            isPending={name.endsWith('pending')}
            {...(name.endsWith('refused') && { error: 'The server cannot be reached.' })}
          />
        )}
      </Opener>
    ))}
  </Row>
);

const panel = (close: () => void) => (
  <div style={{ padding: '1rem' }}>
    <p style={{ marginBottom: '1rem' }}>{TEXT}</p>
    <Button onPress={close}>Done</Button>
  </div>
);

export const Popovers = () => (
  <Row gap={3}>
    <PopoverButton label="Panel" className={buttonClass({ variant: 'secondary' })} renderPanel={panel}>
      At the start
    </PopoverButton>
    <PopoverButton
      label="Panel at the end"
      className={buttonClass({ variant: 'secondary' })}
      renderPanel={panel}
      placement="bottom end"
    >
      At the end
    </PopoverButton>
    <PopoverButton
      label="Panel that loads"
      className={buttonClass({ variant: 'secondary' })}
      renderPanel={() => <PanelLoading label="Panel that loads" />}
    >
      While it loads
    </PopoverButton>
    {[false, true].map((isMarked) => (
      <PopoverButton
        key={String(isMarked)}
        label="Time range"
        className={chooser}
        renderPanel={panel}
        isMarked={isMarked}
      >
        <span className={chosen}>{isMarked ? 'Last 24 hours' : 'All time'}</span>
        <span className={chevron}>
          <Icon of={ChevronDown} size="sm" />
        </span>
      </PopoverButton>
    ))}
  </Row>
);

export const Menus = () => {
  const [theme, setTheme] = useState('dark');
  return (
    <Row gap={3}>
      <MenuButton
        label="User menu"
        className={buttonClass({ variant: 'secondary' })}
        groups={[
          { entries: [{ id: 'settings', text: 'User Settings', icon: Settings }], onAction: () => undefined },
          {
            title: 'Theme',
            entries: [
              { id: 'light', text: 'Light', icon: Sun },
              { id: 'dark', text: 'Dark', icon: Moon },
            ],
            selected: theme,
            onAction: setTheme,
          },
          { entries: [{ id: 'logout', text: 'Logout', icon: LogOut }], onAction: () => undefined },
        ]}
      >
        Menu in groups
        <Icon of={ChevronDown} size="sm" />
      </MenuButton>
      <RowMenu
        label="Actions for Northwind"
        actions={[
          { id: 'roles', text: 'Roles', onAction: () => undefined },
          { id: 'delete', text: 'Delete', onAction: () => undefined },
        ]}
      />
    </Row>
  );
};

export const ScrollAreas = () => (
  <State name="the bar is there while it scrolls" isWide>
    <ScrollArea label="Details" maxHeight="7rem">
      {Array.from({ length: 8 }, (_, index) => (
        <p key={index}>{TEXT}</p>
      ))}
    </ScrollArea>
  </State>
);
