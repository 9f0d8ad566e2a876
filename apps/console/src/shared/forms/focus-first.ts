/** A ref that focuses the first control, because the pressed button, which had the focus, has disappeared. */
export const focusFirst = (place: HTMLElement | null): void =>
  place?.querySelector<HTMLElement>('input, textarea, button')?.focus();
