import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import * as styles from './tooltip.css.ts';

/** Milliseconds of hovering before a tooltip opens. */
const OPEN_AFTER_MS = 700;
/** Milliseconds during which the next tooltip opens immediately, after a tooltip has closed. */
const SKIP_DELAY_MS = 300;

/** Whether a tooltip is open, or closed less than {@link SKIP_DELAY_MS} ago. */
let isWarm = false;
let cooling: ReturnType<typeof setTimeout> | undefined;

const warm = () => {
  clearTimeout(cooling);
  isWarm = true;
};
const cool = () => {
  cooling = setTimeout(() => {
    isWarm = false;
  }, SKIP_DELAY_MS);
};

const isReachedByKeyboard = (trigger: HTMLElement | null) => trigger?.querySelector(':focus-visible') !== null;

/** Replaces the library's delays: after a tooltip closes, the library opens the next one immediately for at least half a second. */
const useTooltipDelay = (isWanted: boolean, trigger: RefObject<HTMLElement | null>): boolean => {
  const [isShown, setIsShown] = useState(false);
  if (isShown && !isWanted) setIsShown(false);
  useEffect(() => {
    if (!isWanted || isShown) return undefined;
    const delay = isWarm || isReachedByKeyboard(trigger.current) ? 0 : OPEN_AFTER_MS;
    const timer = setTimeout(() => setIsShown(true), delay);
    return () => clearTimeout(timer);
  }, [isWanted, isShown, trigger]);
  useEffect(() => {
    if (!isShown) return undefined;
    warm();
    return cool;
  }, [isShown]);
  return isShown && isWanted;
};

/** Milliseconds until a tooltip closes after the pointer has left the control. It stays open if the pointer reaches it in this time. */
const CROSSING_MS = 100;

type TooltipProps = {
  /** A short addition to the trigger's name. Important information must also be available elsewhere. */
  text: string;
  /** A Button or another focusable element. */
  children: ComponentProps<typeof Focusable>['children'];
  placement?: 'top' | 'bottom' | 'left' | 'right';
};

/** Describes a control while the pointer or the keyboard focus is on it. Escape closes the tooltip. */
export const Tooltip = ({ text, children, placement = 'top' }: TooltipProps) => {
  const trigger = useRef<HTMLSpanElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const isShown = useTooltipDelay(isWanted, trigger);
  return (
    <TooltipTrigger isOpen={isWanted} onOpenChange={setIsWanted} delay={0} closeDelay={CROSSING_MS}>
      <span ref={trigger} className={styles.trigger}>
        <Focusable>{children}</Focusable>
      </span>
      {isShown && (
        <AriaTooltip placement={placement} offset={6} className={styles.tooltip}>
          {text}
        </AriaTooltip>
      )}
    </TooltipTrigger>
  );
};
