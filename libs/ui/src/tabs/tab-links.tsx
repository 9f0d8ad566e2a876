import type { KeyboardEvent, ReactNode } from 'react';
import * as styles from './tab-links.css.ts';

export type TabLinkProps = {
  role: 'tab';
  id: string;
  className: string;
  tabIndex: number;
  'aria-selected': boolean;
  'aria-controls': string;
  children: string;
};

export type TabLinksProps = {
  label: string;
  tabs: readonly { id: string; text: string }[];
  /** Id of the open tab, as the URL says. */
  selected: string;
  /** Renders one tab as the router's link, with these props. */
  link: (id: string, props: TabLinkProps) => ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Arrow keys move along the strip; Enter follows the link, so that passing by loads nothing. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const here = tabs.findIndex((tab) => tab === document.activeElement);
  tabs.at((here + step) % tabs.length)?.focus();
};

export const tabId = (id: string): string => `tab-${id}`;
export const tabPanelId = (id: string): string => `panel-${id}`;

/** A tab strip whose tabs are links; its panel is a {@link TabPanel} with the same id. */
export const TabLinks = ({ label, tabs, selected, link }: TabLinksProps) => (
  <div role="tablist" aria-label={label} className={styles.strip} tabIndex={-1} onKeyDown={moveFocus}>
    {tabs.map(({ id, text }) =>
      link(id, {
        role: 'tab',
        id: tabId(id),
        className: styles.tab,
        tabIndex: id === selected ? 0 : -1,
        'aria-selected': id === selected,
        'aria-controls': tabPanelId(id),
        children: text,
      }),
    )}
  </div>
);

export const TabPanel = ({ id, children }: { id: string; children: ReactNode }) => (
  <div role="tabpanel" id={tabPanelId(id)} aria-labelledby={tabId(id)}>
    {children}
  </div>
);
