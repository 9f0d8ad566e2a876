const CONTROL = ':is(input, textarea, button):not([tabindex="-1"], :disabled)';

const fieldsIn = (form: HTMLElement | null): HTMLElement[] => [
  ...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? []),
];

/** Whether the form shows a field of this name, so that a fault can stand under it. */
export const showsField = (form: HTMLElement | null, name: string): boolean =>
  fieldsIn(form).some((field) => field.dataset.field === name);

/** Puts the focus into the first of these fields, in the order in which they are seen. False when none is shown. */
export const focusFirst = (form: HTMLElement | null, names: readonly string[]): boolean => {
  const first = fieldsIn(form).find((field) => names.includes(field.dataset.field ?? ''));
  first?.querySelector<HTMLElement>(CONTROL)?.focus();
  return first !== undefined;
};
