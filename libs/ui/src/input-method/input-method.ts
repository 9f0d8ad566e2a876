/** Of keys that go to an input method: Safari says so only by this code when the key ends the composition. */
const INPUT_METHOD_KEY = 229;

const isForInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY;

/**
 * Keeps keys that belong to an input method from everything on the page: Enter confirms a word there, and submits no form,
 * takes no suggestion and runs no query. An editor that handles composition by itself still gets them.
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
