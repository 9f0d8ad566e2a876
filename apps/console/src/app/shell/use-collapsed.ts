import { useState } from 'react';
import { breakpoint } from '@portico/ui/styles';

const KEY = 'portico_sidebar';

const initially = (): boolean => {
  const kept = localStorage.getItem(KEY);
  return kept === null ? matchMedia(`(width < ${breakpoint.rail})`).matches : kept === 'collapsed';
};

/** Whether the sidebar is collapsed: as the user left it, else by the room there is. */
export const useCollapsed = (): [isCollapsed: boolean, toggle: () => void] => {
  const [isCollapsed, setIsCollapsed] = useState(initially);
  const toggle = () => {
    localStorage.setItem(KEY, isCollapsed ? 'expanded' : 'collapsed');
    setIsCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
};
