/** Whether an overlay that handles keys itself is open: a modal dialog or a menu. */
export const hasOverlay = (): boolean =>
  document.querySelector('[role=dialog]:not([data-beside]), [role=alertdialog], [role=menu]') !== null;
