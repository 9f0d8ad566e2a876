import { useLayoutEffect, useRef } from 'react';
import type { Fault as QueryFault } from '@portico/contracts/query/query';
import { Button } from '@portico/ui';
import * as styles from './query-assist.css.ts';

export type FaultProps = {
  input: HTMLInputElement;
  text: string;
  fault: QueryFault;
  id: string;
  /** Something else stands where its words do. */
  isHidden: boolean;
  onText: () => void;
};

/** What a query has wrong, marked where it is, and said. */
export const Fault = ({ input, text, fault, id, isHidden, onText }: FaultProps) => {
  const mirror = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const follow = () => {
      if (mirror.current) mirror.current.scrollLeft = input.scrollLeft;
    };
    follow();
    input.addEventListener('scroll', follow);
    return () => input.removeEventListener('scroll', follow);
  });
  // A fault at the end, or of nothing, is marked by what follows.
  const to = Math.max(fault.to, fault.from + 1);
  const marked = text.slice(fault.from, to) || ' ';
  return (
    <>
      <span ref={mirror} aria-hidden className={styles.mirror}>
        {text.slice(0, fault.from)}
        <mark className={styles.mark}>{marked}</mark>
        {text.slice(to)}
      </span>
      <output id={id} className={styles.fault} hidden={isHidden}>
        <span>
          {fault.message} (character {fault.from + 1})
        </span>
        <Button variant="secondary" size="sm" onPress={onText}>
          Search for it as text
        </Button>
      </output>
    </>
  );
};
