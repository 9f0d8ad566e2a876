import { createContext } from 'react';

/** Whether the component is inside the signed-in shell, which already has a main landmark. */
export const InsidePortal = createContext(false);
