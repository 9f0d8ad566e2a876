import { useEffect, useMemo, useState } from 'react';
import { parseQuery } from '@portico/contracts/query/parse';
import type { Fault } from '@portico/contracts/query/query';

/** Debounce of the error message in milliseconds, equal to the debounce of the search box. */
const DEBOUNCE_MS = 500;

/** The error in a query; null if the query is valid, and while the viewer types. `settle` checks a query immediately. */
export const useFault = (text: string): { fault: Fault | null; settle: (text: string) => void } => {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const fault = useMemo(() => {
    const parsed = parseQuery(settled.trim());
    return parsed.ok ? null : parsed.fault;
  }, [settled]);
  return { fault: settled === text ? fault : null, settle };
};
