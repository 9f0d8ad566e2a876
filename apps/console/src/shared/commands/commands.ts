import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** Something that can be done now, offered in the command palette. */
export type Command = {
  text: string;
  /** Not made with `lazy`: what suspends hides the whole palette. */
  icon?: LucideIcon;
  /** What is pressed for the same. */
  keys?: readonly string[];
  run: () => void;
};

const offered = new Set<{ current: readonly Command[] }>();

/** Offers commands as long as the component is shown. */
export const useCommands = (commands: readonly Command[]): void => {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    offered.add(latest);
    return () => void offered.delete(latest);
  }, []);
};

/** What is offered at the moment. */
export const offeredCommands = (): Command[] => [...offered].flatMap(({ current }) => current);
