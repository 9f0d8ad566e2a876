import { useRef, useState, type ComponentProps } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import * as styles from './tooltip.css.ts';
import { useTooltipDelay } from './use-tooltip-delay.ts';

/** Milliseconds for the pointer to reach the tooltip, which stays while hovered. */
const CROSSING_MS = 100;

export type TooltipProps = {
  /** A short addition to the trigger's name; never the only place of an information. */
  text: string;
  /** A Button or another focusable element. */
  children: ComponentProps<typeof Focusable>['children'];
  placement?: 'top' | 'bottom' | 'left' | 'right';
};

/** Describes a control on hover or keyboard focus. Escape closes it. */
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
