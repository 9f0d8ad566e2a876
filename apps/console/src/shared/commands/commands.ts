import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';

export type Command = {
  text: string;
  /** Must not be created with React's `lazy`, because a suspending icon hides the whole palette. */
  icon?: LucideIcon;
  /** Keyboard shortcut of the same action. */
  keys?: readonly string[];
  run: () => void;
};

const offered = new Set<{ current: readonly Command[] }>();

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

export const offeredCommands = (): Command[] => [...offered].flatMap(({ current }) => current);
