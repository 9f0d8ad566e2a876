import { useEffect, useMemo, useState } from 'react';
import { parseQuery } from '@portico/contracts/query/parse';
import type { Fault } from '@portico/contracts/query/query';

/** How long typing must rest before it is judged: as long as before it is searched for. */
const REST_MS = 500;

/** What is wrong with a text once nobody writes it any more. `settle`: judges it at once. */
export const useFault = (text: string): { fault: Fault | null; settle: (text: string) => void } => {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const fault = useMemo(() => {
    const parsed = parseQuery(settled.trim());
    return parsed.ok ? null : parsed.fault;
  }, [settled]);
  return { fault: settled === text ? fault : null, settle };
};
