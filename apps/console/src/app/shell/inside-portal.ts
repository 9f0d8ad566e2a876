import { createContext } from 'react';

/** Whether the signed-in shell is the parent; the page then has a main landmark already. */
export const InsidePortal = createContext(false);
