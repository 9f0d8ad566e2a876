/** Key code of keys for an input method. For the key that ends a composition, Safari reports only this code. */
const INPUT_METHOD_KEY = 229;

const isForInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY;

/**
 * Hides keys that belong to an input method from the page: Enter confirms a word in the input method, and must not submit a form,
 * accept a suggestion or run a query. Editors that handle composition themselves still get these keys.
 */
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
