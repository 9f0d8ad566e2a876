const CONTROL = ':is(input, textarea, button):not([tabindex="-1"], :disabled)';

const fieldsIn = (form: HTMLElement | null): HTMLElement[] => [
  ...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? []),
];

/** Whether the form renders a field with this name, so that a fault can appear under it. */
export const showsField = (form: HTMLElement | null, name: string): boolean =>
  fieldsIn(form).some((field) => field.dataset.field === name);

/** Focuses the first of these fields in visual order. Returns false if none is rendered. */
export const focusFirst = (form: HTMLElement | null, names: readonly string[]): boolean => {
  const first = fieldsIn(form).find((field) => names.includes(field.dataset.field ?? ''));
  first?.querySelector<HTMLElement>(CONTROL)?.focus();
  return first !== undefined;
};
