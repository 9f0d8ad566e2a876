/** Key code of keys for an input method. For the key that ends a composition, Safari reports only this code. */
const INPUT_METHOD_KEY = 229;

const isForInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY;

/** Hides an input method's keys from the page: its Enter confirms a word and must not submit a form. Editors still get these keys. */
export const leaveKeysToInputMethod = (page: Window): void => {
  for (const type of ['keydown', 'keyup', 'keypress'] as const)
    page.addEventListener(
      type,
      (event) => {
        const isEditor = event.target instanceof HTMLElement && event.target.isContentEditable;
        if (isForInputMethod(event) && !isEditor) event.stopImmediatePropagation();
      },
      { capture: true },
    );
};
