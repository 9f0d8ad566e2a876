import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Part } from '../part/part.tsx';
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

type TabLinksProps = {
  label: string;
  tabs: readonly { id: string; text: string }[];
  /** Id of the open tab, from the URL. */
  selected: string;
  /** Renders one tab with these props: a router link, or a button if the tab is not in the URL. */
  link: (id: string, props: TabLinkProps) => ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves the focus with the arrow keys. Enter follows the link, so that moving past a tab does not load it. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const current = tabs.findIndex((tab) => tab === document.activeElement);
  tabs.at((current + step) % tabs.length)?.focus();
};

const tabId = (id: string): string => `tab-${id}`;
const tabPanelId = (id: string): string => `panel-${id}`;

/** A tab strip of links; each panel is a {@link TabPanel} with the same id. The open tab always scrolls into view. */
export const TabLinks = ({ label, tabs, selected, link }: TabLinksProps) => {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = document.getElementById(tabId(selected));
    if (!strip.current || !tab) return;
    // Does not use scrollIntoView, which could also scroll the page.
    const { offsetLeft: start, clientWidth: width } = strip.current;
    const from = tab.offsetLeft - start;
    const hidden = Math.max(0, from + tab.offsetWidth - (strip.current.scrollLeft + width));
    strip.current.scrollLeft = Math.min(strip.current.scrollLeft + hidden, from);
  }, [selected]);
  return (
    <div ref={strip} role="tablist" aria-label={label} className={styles.strip} tabIndex={-1} onKeyDown={moveFocus}>
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
};

export const TabPanel = ({ id, children }: { id: string; children: ReactNode }) => (
  <div role="tabpanel" id={tabPanelId(id)} aria-labelledby={tabId(id)}>
    <Part>{children}</Part>
  </div>
);
