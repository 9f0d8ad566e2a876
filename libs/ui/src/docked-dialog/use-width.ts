import { useState } from 'react';

/** Pixels. */
export const NARROWEST = 360;
export const WIDEST = 960;

const readWidth = (key: string, fallback: number): number => {
  const kept = Number(localStorage.getItem(key));
  return kept >= NARROWEST && kept <= WIDEST ? kept : fallback;
};

/** A width that is stored on this machine. */
export const useWidth = (name: string, fallback: number) => {
  const key = `portico_width_${name}`;
  const [width, setWidth] = useState(() => readWidth(key, fallback));
  const resize = (wanted: number) => {
    const next = Math.round(Math.min(WIDEST, Math.max(NARROWEST, wanted)));
    localStorage.setItem(key, String(next));
    setWidth(next);
  };
  return { width, resize };
};
