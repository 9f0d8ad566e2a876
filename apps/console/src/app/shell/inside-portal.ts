import { createContext } from 'react';

/** Whether the frame of signed-in screens is around: then the page has its main part already. */
export const InsidePortal = createContext(false);
